// Offers the time zones that the browser knows, and says which currency is which.
const offer = (name, values, labelOf) =>
  document
    .getElementById(`${name}-offers`)
    .replaceChildren(
      ...values.map((value) => Object.assign(document.createElement('option'), { value, label: labelOf(value) })),
    );
const zone = document.querySelector('[name=school_timezone]');
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
// Proposes the time zone of the browser instead of that of the server. What was entered stays.
if (timeZone && !document.querySelector('[aria-invalid]')) zone.value = timeZone;
offer('school_timezone', Intl.supportedValuesOf('timeZone'), () => '');
const named = new Intl.DisplayNames(document.documentElement.lang, { type: 'currency' });
const codes = [...document.getElementById('school_currency-offers').options].map(({ value }) => value);
offer('school_currency', codes, (code) => named.of(code));
