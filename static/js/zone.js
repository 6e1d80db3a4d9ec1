// On a new site the device's own time zone is likely the club's.
"use strict";

const zones = document.getElementById("id_time_zone");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zones?.value === "UTC" && [...zones.options].some((one) => one.value === here)) zones.value = here;
