// Forms that a passkey answers. Where the browser cannot, they stay hidden, and the password beside them does.
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const { parseCreationOptionsFromJSON, parseRequestOptionsFromJSON } = window.PublicKeyCredential ?? {};
  if (parseCreationOptionsFromJSON === undefined || parseRequestOptionsFromJSON === undefined) continue;
  const { passkey: question, passkeyDoes: does, passkeyFailed: failed } = form.dataset;
  const answer = form.elements.namedItem('passkey');
  const asked = JSON.parse(question);
  const ask = () =>
    does === 'create'
      ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) })
      : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      answer.value = JSON.stringify(await ask());
      form.submit();
    } catch {
      form.querySelector('[role=status]').textContent = failed;
    }
  });
}
