/** A private key as `npm run deploy` makes it, and its modulus. */
export async function deployedKey() {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("RSA makes pairs of keys.");
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", pair.privateKey);
  const jwk = await crypto.subtle.exportKey("jwk", pair.publicKey);
  if (!(pkcs8 instanceof ArrayBuffer) || !("n" in jwk)) throw new Error("Not the wanted formats.");
  return { text: btoa(String.fromCharCode(...new Uint8Array(pkcs8))), n: jwk.n };
}
