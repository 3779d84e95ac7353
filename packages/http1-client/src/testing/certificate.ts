import { generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate and its private key as PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

/** Encodes one DER element: tag, length, content (X.690 §8.1). */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')));
const commonName = hex('550403');
const alternativeNames = hex('551d11');

/** Creates a self-signed certificate for `localhost`, valid until 2049 (RFC 5280 §4.1). */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(
    der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from('a test')))),
  );
  const time = (text: string) => der(0x17, Buffer.from(text));
  const names = sequence(der(0x82, Buffer.from('localhost')));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(sequence(der(0x06, alternativeNames), der(0x04, names)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  const whole = sequence(signed, ecdsaWithSha256, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}
