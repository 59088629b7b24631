/** `npm run simulate`: what so many people need, by the costs of docs/costs.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Costs, type Figures, fitsOneMachine, limits, simulate, usualFigures } from './simulation.ts';

const explained: Record<keyof Figures, string> = {
  people: 'personnes inscrites',
  daily: 'part qui ouvre l’application un jour donné (0 à 1)',
  logs: 'actions notées par jour et par personne active',
  opens: 'ouvertures de l’application par jour et par personne active',
  boardsOpened: 'tableaux ouverts par jour et par personne active',
  signIns: 'connexions par jour et par personne active',
  minutes: 'minutes d’ouverture à chaque fois',
  members: 'membres d’un tableau',
  peak: 'heure la plus chargée, par rapport à la moyenne',
  years: 'années d’historique',
  corePrice: 'euros par mois pour un cœur',
  memoryPrice: 'euros par mois pour 1 Go de mémoire',
  storagePrice: 'euros par mois pour 1 Go de disque',
  trafficPrice: 'euros pour 1 Go de trafic',
};

class WrongFigure extends Error {}

try {
  const figures = readFigures();
  if (figures) print(figures);
} catch (failure) {
  if (!(failure instanceof WrongFigure)) throw failure;
  console.error(`${failure.message}\nnpm run simulate -- --help les explique.`);
  process.exitCode = 1;
}

/** Undefined once they were explained instead. */
function readFigures(): Figures | undefined {
  const names = Object.keys(explained) as (keyof Figures)[];
  const options = Object.fromEntries(names.map((name) => [flagOf(name), { type: 'string' as const }]));
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } }));
  } catch {
    throw new WrongFigure('Option inconnue ou sans valeur.');
  }
  if (values['help']) {
    console.log("Usage : npm run simulate -- [--people nombre] […]\nCe qu'il faut pour tant de monde, d'après les coûts mesurés :");
    for (const name of names) console.log(`--${flagOf(name).padEnd(14)} ${explained[name]} (${usualFigures[name]})`);
    return undefined;
  }
  const figures = { ...usualFigures };
  for (const name of names) {
    const given = values[flagOf(name)];
    if (given === undefined) continue;
    const figure = Number(given);
    const most = name === 'daily' ? 1 : Number.MAX_SAFE_INTEGER;
    if (given === '' || !(figure >= 0 && figure <= most)) throw new WrongFigure(`--${flagOf(name)} : attendu un nombre de 0 à ${most}.`);
    figures[name] = figure;
  }
  return figures;
}

function flagOf(name: keyof Figures): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function print(figures: Figures): void {
  // The file lies in the checkout, from which npm starts this; an image has no documents.
  const file = join('docs', 'costs.json');
  if (!existsSync(file)) throw new WrongFigure('Les coûts mesurés, docs/costs.json, ne sont pas ici : lancez-la depuis le dépôt.');
  const { measured, sqlite, postgres } = JSON.parse(readFileSync(file, 'utf8')) as Costs;
  console.log(
    `${number(figures.people)} personnes, d'après les coûts mesurés le ${measured.date} (facteur de la machine ${measured.machineFactor}).`,
  );
  if (fitsOneMachine(sqlite, figures)) {
    const { serverCores, streams, storage } = simulate(sqlite, figures);
    console.log(
      `Une machine suffit, avec la base de données dans un fichier : ${percent(serverCores)} d'un cœur à l'heure la plus chargée, ` +
        `${number(streams)} connexions ouvertes, ${bytes(storage)} de données.`,
    );
    return;
  }
  if (!postgres) {
    console.log("Une machine ne suffit pas, et rien n'a été mesuré sur PostgreSQL.");
    return;
  }
  const { atPeak, streams, copies, copiesBecause, serverCores, databaseCores, connections, redis, shards, ...rest } = simulate(
    postgres,
    figures,
  );
  const because = { processor: 'le processeur en décide', streams: 'les connexions ouvertes en décident', spare: 'une de réserve' };
  const lines: [string, string][] = [
    ['actions notées, à l’heure la plus chargée', `${number(atPeak.logs)}/s`],
    ['tableaux ouverts', `${number(atPeak.boardsOpened)}/s`],
    ['connexions de personnes', `${number(atPeak.signIns)}/s`],
    ['nouvelles envoyées en direct', `${number(atPeak.deliveries)}/s`],
    ['requêtes SQL', `${number(atPeak.statements)}/s`],
    ['connexions ouvertes en direct', number(streams)],
    ['copies du serveur', `${number(copies)} (${because[copiesBecause]} ; ${serverCores.toFixed(1)} cœurs utilisés)`],
    ['connexions à PostgreSQL', `${number(connections)}${connections > limits.connections * shards ? ' : il faut PgBouncer devant' : ''}`],
    ['messages par Redis', `${number(redis.logs + redis.beats)}/s, dont ${number(redis.beats)} pour savoir quelles copies vivent`],
    ['bases de données', `${number(shards)}, chacune avec une de secours (${databaseCores.toFixed(1)} cœurs utilisés)`],
    ['mémoire des copies', bytes(rest.memory)],
    [`données après ${number(figures.years)} ans`, bytes(rest.storage)],
    ['trafic par mois', bytes(rest.traffic)],
    ['euros par mois', `${number(rest.money.all)} (${moneyParts(rest.money)})`],
  ];
  for (const [what, figure] of lines) console.log(`${what.padEnd(44)} ${figure}`);
}

function moneyParts({ servers, databases, storage, traffic }: ReturnType<typeof simulate>['money']): string {
  return `copies ${number(servers)}, bases ${number(databases)}, disques ${number(storage)}, trafic ${number(traffic)}`;
}

function number(figure: number): string {
  return new Intl.NumberFormat('fr-FR', { maximumFractionDigits: figure < 10 ? 1 : 0 }).format(figure);
}

function percent(share: number): string {
  return new Intl.NumberFormat('fr-FR', { style: 'percent' }).format(share);
}

function bytes(count: number): string {
  const [size, unit] = count >= 1e12 ? [1e12, 'To'] : count >= 1e9 ? [1e9, 'Go'] : [1e6, 'Mo'];
  return `${number(count / size)} ${unit}`;
}
