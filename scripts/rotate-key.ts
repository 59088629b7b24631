/** `npm run rotate-key`: replaces the master key while servers work. Killed, it goes on where it was when it is started again. */
import { join } from 'node:path';
import { type Config, WrongSetting } from '#server/config/config';
import { databaseName, isThere, lockFolder } from '#server/database/open-database';
import { addKey, removeOldKeys } from '#server/encryption/key-file';
import { openKeyring } from '#server/encryption/keyring';
import { rotate } from '#server/encryption/rotation';
import { currentKeyId } from '#server/encryption/session-secret';
import { createDeps } from '#server/start';
import { runCommand } from './run-command.ts';

const help = `Usage : npm run rotate-key
Remplace la clé maîtresse pendant que le serveur travaille. Interrompue, la commande se relance et reprend.
L'ancienne clé va dans DATA_DIR/master.key.old : seules les sauvegardes d'avant en ont besoin.
Avec MASTER_KEY, relancez d'abord les serveurs avec MASTER_KEY=nouvelle,ancienne.`;

let shown = -1;

await runCommand(async (config) => {
  if (!(await isThere(config))) throw new WrongSetting(`Aucune base de données : ${databaseName(config)}.`);
  await replaceKey(config);
}, help);

async function replaceKey(config: Config): Promise<void> {
  const { database } = await createDeps(config);
  // Two at once could each put a key into the file that the other one does not know.
  const release = lockFolder(config.dataDir, 'rotate-key');
  try {
    if (!release) throw new WrongSetting('Une autre commande rotate-key est au travail dans ce dossier : attendez sa fin.');
    const current = await currentKeyId(database.read);
    const [newest, ...older] = openKeyring(config).keys();
    const isSettled = newest !== undefined && newest.id === current && older.length === 0;
    if (isSettled && config.masterKey !== undefined) {
      throw new WrongSetting(
        'La clé vient de MASTER_KEY : relancez les serveurs avec MASTER_KEY=nouvelle,ancienne, puis npm run rotate-key avec le même réglage.',
      );
    }
    if (isSettled) addKey(config.dataDir);
    if (isSettled && config.databaseUrl !== undefined) {
      // Copies may have folders of their own: none must meet a key that its file does not have.
      console.log(
        `Une nouvelle clé est dans ${join(config.dataDir, 'master.key')}, avant l'ancienne. Donnez ce fichier à toutes les copies, puis relancez.`,
      );
      return;
    }
    const keyring = openKeyring(config);
    const inUse = keyring.keys()[0]?.id ?? '';
    const { rewrapped, unreadable, isDone } = await rotate(database, keyring, show);
    for (const id of unreadable) console.log(`tableau ${id} : sa clé ne s'ouvre avec aucune clé maîtresse présente`);
    console.log(`${rewrapped} clé${rewrapped > 1 ? 's' : ''} de tableau scellée${rewrapped > 1 ? 's' : ''} par la nouvelle clé maîtresse.`);
    if (isDone) sayWhatBecomes(config, inUse);
    else process.exitCode = 1;
  } finally {
    release?.();
    await database.close();
  }
}

function sayWhatBecomes(config: Config, inUse: string): void {
  const archive = config.masterKey === undefined ? removeOldKeys(config.dataDir, inUse) : undefined;
  if (config.masterKey !== undefined) console.log("L'ancienne clé ne sert plus : retirez-la de MASTER_KEY au prochain démarrage.");
  else console.log(`La nouvelle clé est dans ${join(config.dataDir, 'master.key')} : gardez-en une copie ailleurs que les sauvegardes.`);
  if (archive !== undefined)
    console.log(
      `L'ancienne est dans ${archive} : seules les sauvegardes d'avant en ont besoin. Gardez-la avec elles, puis supprimez-la ici.`,
    );
}

function show(done: number, all: number): void {
  const percent = Math.floor((100 * done) / Math.max(all, 1));
  if (percent === shown) return;
  shown = percent;
  if (process.stdout.isTTY) process.stdout.write(`\r${percent} %${percent === 100 ? '\n' : ''}`);
}
