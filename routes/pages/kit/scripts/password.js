// Shows a button below a password that makes it readable. When the form is sent, it is a password again, so that browsers
// neither remember it as text nor miss that it is one.
for (const button of document.querySelectorAll('button[data-reveals]')) {
  const input = document.getElementById(button.dataset.reveals);
  const show = button.textContent;
  const reveal = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? button.dataset.hide : show;
  };
  button.hidden = false;
  button.addEventListener('click', () => reveal(input.type === 'password'));
  input.form.addEventListener('submit', () => reveal(false));
}
