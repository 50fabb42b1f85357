// Shows the button beside everything that can be copied, and makes it work. Without it, one click selects the text.
for (const block of document.querySelectorAll('.copyable')) {
  const button = block.querySelector('button');
  const source = block.querySelector('pre, input');
  if (!button || !source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    button.textContent = button.dataset.done;
  });
}
