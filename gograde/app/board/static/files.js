// Games and pictures that go out of the page and come in.

/** Fetch a file from the server and have the browser keep it; rejects with {where, what, fix}. */
export async function fetchFile(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw await answer.json();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** A file of a person as the server takes it. */
export async function readFile(file) {
  let text = "";
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return {name: file.name, data: btoa(text)};
}

/** Show the link of the position, and copy it where the browser lets us. */
export async function copyLink(state) {
  const box = document.getElementById("address");
  box.value = `${location.origin}${location.pathname}#${state.link}`;
  document.getElementById("linked").hidden = false;
  box.focus();
  box.select();
  try {
    await navigator.clipboard.writeText(box.value);
  } catch {
    // it is there to be copied by hand
  }
}
