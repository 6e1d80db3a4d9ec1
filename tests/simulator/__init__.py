"""A season played at random through the site's own pages, with everything checked after each step."""
