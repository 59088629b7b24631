// @ts-check
// Whether this Node can run the app. It is loaded before everything else, and written so that any Node can read it: one that is too old for the
// other scripts would show their errors instead.
'use strict';

/**
 * The first release of each line that works, as in `engines` of package.json. What Vite needs sets it on 20 and 22. Node 24.15 is the first whose
 * `node:sqlite` gives no warning, and whose SQLite (3.51.3) loses no commit that meets a checkpoint at the reset of the write-ahead log.
 */
const firsts = [
  [20, 19],
  [22, 12],
  [24, 15],
];
const allFrom = 26;

/**
 * Why this Node cannot run the app.
 * @param {string} version @returns {string | undefined}
 */
exports.nodeProblem = function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= allFrom || firsts.some(([line, first = 0]) => major === line && minor >= first)) return undefined;
  return (
    `OU LA LA ne fonctionne pas avec Node ${version} : installez Node 24 (24.15 au moins) depuis https://nodejs.org ; ` +
    'les versions 20.19, 22.12 et 26, ou plus récentes dans ces séries, conviennent aussi.'
  );
};

/** @param {string} version @returns {string | undefined} */
exports.nodeAdvice = function nodeAdvice(version) {
  if (!version.startsWith('20.')) return undefined;
  return 'Node 20 ne reçoit plus de correctifs de sécurité depuis avril 2026 : passez à Node 24 (https://nodejs.org).';
};

exports.nodeMajor = Number(process.versions.node.split('.')[0]);

const problem = exports.nodeProblem(process.versions.node);
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
