// Closes the menu of the account with Escape, and when the focus or a click goes elsewhere. Without it, a click on its name does.
for (const menu of document.querySelectorAll('details.menu')) {
  const leave = ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  };
  addEventListener('focusin', leave);
  addEventListener('click', leave);
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.firstElementChild.focus();
  });
}
