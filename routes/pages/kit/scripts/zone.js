// Proposes the time zone of the browser instead of that of the server.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
if (timeZone) document.querySelector('[name=school_timezone]').value = timeZone;
