"""What the pages of all features share: number and date formats, addresses, navigation, QR codes and form fields."""
