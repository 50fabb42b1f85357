// Shows the buttons that copy and print, and makes them work. Without them, one click selects the text.
for (const block of document.querySelectorAll('.copyable')) {
  const button = block.querySelector('button');
  const source = block.querySelector('pre, input, ul');
  if (!button || !source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    button.textContent = button.dataset.done;
  });
}
for (const button of document.querySelectorAll('[data-prints]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
