/** Failures of the operating system, in words for the operator. A code that is missing here is a fault of ours. */
const sentences: Readonly<Record<string, (path: string, syscall: string) => string>> = {
  EACCES: (path) => `${path} n'est pas accessible : vérifiez les droits (EACCES).`,
  EPERM: (path) => `${path} n'est pas accessible : vérifiez les droits (EPERM).`,
  EROFS: (path) => `${path} est sur un disque en lecture seule (EROFS).`,
  ENOSPC: (path) => `Il n'y a plus de place sur le disque pour ${path} (ENOSPC).`,
  EDQUOT: (path) => `Il n'y a plus de place pour ${path} : le quota est atteint (EDQUOT).`,
  EFBIG: (path) => `Il n'y a plus de place pour ${path} : ce fichier ne peut pas grandir (EFBIG).`,
  EEXIST: (path, syscall) => `${path} ${syscall === 'mkdir' ? 'est un fichier : il faut un dossier' : 'existe déjà'} (EEXIST).`,
  ENOTDIR: (path) => `${path} est sous un fichier : il faut un dossier (ENOTDIR).`,
  EISDIR: (path) => `${path} est un dossier : il faut un fichier (EISDIR).`,
  ENOENT: (path) => `${path} n'existe pas (ENOENT).`,
  EIO: (path) => `${path} ne se lit pas ou ne s'écrit pas : le disque est peut-être abîmé (EIO).`,
};

export function systemProblem(failure: unknown): string | undefined {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ERR_DLOPEN_FAILED') return nativeProblem('better-sqlite3');
  if (!(failure instanceof Error) || !('syscall' in failure) || !('code' in failure)) return undefined;
  // A write that fails names no file.
  const path = 'path' in failure ? String(failure.path) : 'un fichier';
  const sentence = sentences[String(failure.code)]?.(path, String(failure.syscall));
  return sentence && sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The sentence about a module that was installed for another machine, or another Node. */
export function nativeProblem(name: string): string {
  const here = `${process.platform}, ${process.arch}, Node ${process.versions.node}`;
  return `Le module ${name} ne se charge pas sur cette machine (${here}) : réinstallez les dépendances ici même, par npm ci.`;
}
