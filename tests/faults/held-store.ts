/** A page that lies frozen with a transaction open: as long as it is held, no other one on the same store ends. */
export async function holdStore(name: string): Promise<() => void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('kept'));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('no database')));
  });
  const kept = database.transaction('kept', 'readwrite').objectStore('kept');
  let isHeld = true;
  // A transaction lasts as long as something is asked of it.
  const askAgain = () => {
    if (isHeld) kept.count().addEventListener('success', askAgain);
    else database.close();
  };
  askAgain();
  return () => {
    isHeld = false;
  };
}
