// Shows the samples in the colours of the form while they are chosen. The server makes the stylesheet, as it makes the one of
// the pages. The previous one stays until the next has come.
const fields = ['themeColor', 'accentColor'].map((id) => document.getElementById(id));
let waiting;
const show = () => {
  const shown = document.querySelector('link[data-preview]');
  const next = shown.cloneNode();
  next.href = `${shown.dataset.preview}/${fields.map(({ value }) => value.slice(1).toLowerCase()).join('-')}.css`;
  next.addEventListener('load', () => shown.remove());
  next.addEventListener('error', () => next.remove());
  shown.after(next);
  // Contrasts are computed by the server.
  document.getElementById('contrast').hidden = true;
  const said = document.querySelector('[data-unsaved]');
  said.textContent = said.dataset.unsaved;
};
for (const field of fields) {
  field.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 100);
  });
}
