// Counts the boxes that are ticked in a group, which is said on the group when it is folded.
for (const group of document.querySelectorAll('details.scopes')) {
  const count = () => {
    group.querySelector('.count').textContent = group.querySelectorAll(':checked').length;
  };
  group.addEventListener('change', count);
  // A browser that comes back to the page ticks again what was ticked.
  addEventListener('pageshow', count);
}
