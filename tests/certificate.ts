import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A key and a certificate that it signs itself, for these names and the next year, as PEM files in this folder. */
export async function makeCertificate(
  folder: string,
  names: readonly string[] = ['localhost'],
): Promise<{ key: string; certificate: string }> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
    ],
  });
  writeFileSync(key, made.private, { mode: 0o600 });
  writeFileSync(certificate, made.cert);
  return { key, certificate };
}
