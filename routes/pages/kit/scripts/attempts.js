// Shows new attempts as they happen. The stream says only that there are some; the list is that of the page itself.
const list = document.querySelector('[data-events]');
if (list !== null) {
  const opened = () => [...list.querySelectorAll('details[open]')].map(({ dataset }) => dataset.id);
  const show = async () => {
    const answer = await fetch(location.href);
    if (!answer.ok || answer.redirected) return;
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('attempts');
    if (next === null) return;
    const open = new Set(opened());
    for (const one of next.querySelectorAll('details')) one.open = open.has(one.dataset.id);
    list.replaceChildren(...next.childNodes);
  };
  const events = new EventSource(list.dataset.events);
  events.addEventListener('attempt', () => show().catch(() => {}));
  events.addEventListener('open', () => {
    document.querySelector('[data-live]').hidden = false;
  });
  events.addEventListener('error', () => {
    document.querySelector('[data-live]').hidden = true;
  });
  addEventListener('pagehide', () => events.close());
}
