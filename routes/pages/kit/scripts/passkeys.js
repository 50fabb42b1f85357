// Forms that a passkey answers. Where the browser cannot, they stay hidden, and the password beside them does.
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const { parseCreationOptionsFromJSON, parseRequestOptionsFromJSON } = window.PublicKeyCredential ?? {};
  if (parseCreationOptionsFromJSON === undefined || parseRequestOptionsFromJSON === undefined) continue;
  const { passkey: question, passkeyDoes: does, passkeyFailed: failed } = form.dataset;
  const answer = form.elements.namedItem('passkey');
  const asked = JSON.parse(question);
  const ask = (how) =>
    does === 'create'
      ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) })
      : navigator.credentials.get({ ...how, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  const send = (credential) => {
    answer.value = JSON.stringify(credential);
    form.submit();
  };
  // A browser has one question at a time: the button takes the place of the list below the e-mail address.
  const listed = new AbortController();
  form.hidden = false;
  let isAsking = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // A double click asks once.
    if (isAsking) return;
    isAsking = true;
    listed.abort();
    try {
      send(await ask());
    } catch {
      form.querySelector('[role=status]').textContent = failed;
    }
    isAsking = false;
  });
  // Offers passkeys in the list that the browser shows for the e-mail address, as long as the question can be answered.
  const list = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    setTimeout(() => listed.abort(), asked.timeout);
    send(await ask({ mediation: 'conditional', signal: listed.signal }));
  };
  if (document.querySelector('input[autocomplete~=webauthn]') !== null) list().catch(() => {});
}
