import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { startTestApp } from '../../../../tests/test-app.ts';
import { dump, holdForWriting } from '../../../../tests/database-state.ts';
import type { Work } from '../database.ts';

const testApp = await startTestApp();
const { unitOfWork } = testApp.deps.database;

const emoji = (id: string) => ({ id, symbol: '🧪', category: 'trial', position: 0, created_at: 0 });
const plant =
  (id: string) =>
  async ({ db }: Work) => {
    await db.insertInto('emoji').values(emoji(id)).execute();
    return id;
  };
const planted = () => (dump(testApp.config.dataDir)['emoji'] ?? []).filter(({ category }) => category === 'trial').map(({ id }) => id);

/** A row that is only missed at COMMIT: its board does not exist, which this transaction checks at its end. */
const breakCommit = async ({ db }: Work) => {
  await sql`pragma defer_foreign_keys = on`.execute(db);
  await db.insertInto('board_key').values({ board_id: 'nobody', wrapped_key: '', master_key_id: '' }).execute();
};

describe('a unit of work', () => {
  it('is kept as a whole, and on the disk when it resolves', async () => {
    await expect(unitOfWork(plant('whole'))).resolves.toBe('whole');
    expect(planted()).toContain('whole');
  });

  it('that throws leaves nothing, and its failure comes back as it was', async () => {
    const failure = new Error('changed my mind');
    const outcome = unitOfWork(async (work) => {
      await plant('half')(work);
      throw failure;
    });
    await expect(outcome).rejects.toBe(failure);
    expect(planted()).not.toContain('half');
  });

  it('lends its handle for as long as it lasts', async () => {
    const kept = await unitOfWork(({ db }) => Promise.resolve({ db }));
    await expect(kept.db.insertInto('emoji').values(emoji('late')).execute()).rejects.toThrow('is over');
    expect(planted()).not.toContain('late');
  });

  it('that throws at once is refused too', async () => {
    const throws = () => {
      throw new Error('at once');
    };
    await expect(unitOfWork(throws)).rejects.toThrow('at once');
  });

  it('is done after its group is durable, in the order of the commits', async () => {
    const told: string[] = [];
    const names = Array.from({ length: 300 }, (_, index) => `order-${index}`);
    const tell = (name: string) => async (work: Work) => {
      await plant(name)(work);
      work.afterCommit(() => told.push(name));
    };
    await Promise.all(names.map((name) => unitOfWork(tell(name))));
    expect(told).toEqual(names);
    expect(planted()).toEqual(expect.arrayContaining(names));
  });
});

describe('a group of units', () => {
  it('that takes long to tell lets others in between, and tells in the order of the commits', async () => {
    const told: string[] = [];
    const tellSlowly = (name: string) => () => {
      const start = performance.now();
      while (performance.now() - start < 3);
      told.push(name);
    };
    const names = Array.from({ length: 8 }, (_, index) => `slow-${index}`);
    const units = names.map((name) => unitOfWork((work) => Promise.resolve(work.afterCommit(tellSlowly(name)))));
    await units[0];
    setImmediate(() => told.push('somebody else'));
    await Promise.all(units);
    expect(told.filter((name) => name !== 'somebody else')).toEqual(names);
    expect(told.indexOf('somebody else')).toBeLessThan(names.length - 1);
  });

  it('with failing units commits all others, and rejects only those', async () => {
    const told: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 90 }, (_, index) =>
        unitOfWork(async (work) => {
          work.afterCommit(() => told.push(index));
          await plant(`mixed-${index}`)(work);
          // Some by their own decision, some by the database's.
          if (index % 3 === 1) throw new Error(`no ${index}`);
          if (index % 3 === 2) await plant(`mixed-${index}`)(work);
          return index;
        }),
      ),
    );
    const kept = Array.from({ length: 30 }, (_, index) => index * 3);
    expect(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))).toEqual(kept);
    expect(told).toEqual(kept);
    expect(planted().filter((id) => String(id).startsWith('mixed-'))).toEqual(kept.map((index) => `mixed-${index}`));
  });

  it('is done again where one refuses after it has written, and only then', async () => {
    const doneTogether = async (refuse: (work: Work) => Promise<unknown>) => {
      let done = 0;
      const units = Array.from({ length: 3 }, (_, index) =>
        unitOfWork(async (work) => {
          done += 1;
          await plant(`again-${index}`)(work);
          await work.db.deleteFrom('emoji').where('id', '=', `again-${index}`).execute();
        }),
      );
      await expect(Promise.all([...units, unitOfWork(refuse)])).rejects.toThrow('no');
      await Promise.all(units);
      return done;
    };
    const refuse = async ({ db }: Work) => {
      await db.selectFrom('emoji').select('id').execute();
      throw new Error('no');
    };
    expect(await doneTogether(refuse)).toBe(3);
    expect(
      await doneTogether(async (work) => {
        await plant('half-done')(work);
        await refuse(work);
      }),
    ).toBe(6);
    expect(planted()).not.toContain('half-done');
  });

  it('takes in what comes a turn of the event loop later where several wait, and nothing where one does', async () => {
    const aTurnBeforeAFailure = async (...names: string[]) => {
      const units = names.map((name) => unitOfWork(plant(name)));
      const later = new Promise((resolve) => setImmediate(resolve)).then(() => unitOfWork(breakCommit));
      const outcomes = await Promise.allSettled([...units, later]);
      return outcomes.map(({ status }) => status);
    };
    expect(await aTurnBeforeAFailure('alone')).toEqual(['fulfilled', 'rejected']);
    expect(await aTurnBeforeAFailure('several-1', 'several-2')).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('that cannot commit keeps nothing, and rejects every unit', async () => {
    const told: string[] = [];
    const outcomes = await Promise.allSettled([
      unitOfWork(async (work) => {
        work.afterCommit(() => told.push('before'));
        return await plant('before')(work);
      }),
      unitOfWork(breakCommit),
      unitOfWork(plant('after')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(planted()).not.toContain('before');
    expect(planted()).not.toContain('after');
    expect(told).toEqual([]);
  });

  it('that could not commit does not hinder the next one', async () => {
    await expect(unitOfWork(breakCommit)).rejects.toThrow('FOREIGN KEY');
    await expect(unitOfWork(plant('next'))).resolves.toBe('next');
    expect(planted()).toContain('next');
  });

  it('that cannot begin before its patience is over is refused, and the next one is done', async () => {
    const letGo = holdForWriting(testApp.config.dataDir);
    const blocked = [unitOfWork(plant('blocked-1')), unitOfWork(plant('blocked-2'))];
    expect(await Promise.allSettled(blocked)).toMatchObject([{ reason: { code: 'SQLITE_BUSY' } }, { reason: { code: 'SQLITE_BUSY' } }]);
    letGo();
    await expect(unitOfWork(plant('unblocked'))).resolves.toBe('unblocked');
    expect(planted().filter((id) => String(id).includes('blocked'))).toEqual(['unblocked']);
  });

  it('that waits for another program takes in new units, and refuses those whose time is up', async () => {
    const letGo = holdForWriting(testApp.config.dataDir);
    const early = unitOfWork(plant('patient-early'));
    await expect(unitOfWork(plant('impatient'), { patience: 0 })).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    const late = unitOfWork(plant('patient-late'));
    letGo();
    await expect(Promise.all([early, late])).resolves.toEqual(['patient-early', 'patient-late']);
    expect(planted().filter((id) => String(id).includes('patient'))).toEqual(['patient-early', 'patient-late']);
  });

  it('with a listener that throws still calls the others, and stays committed', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const told: string[] = [];
    const outcomes = await Promise.allSettled([
      unitOfWork(async (work) => {
        work.afterCommit(() => {
          throw new Error('a screen that is gone');
        });
        return await plant('untold')(work);
      }),
      unitOfWork(async (work) => {
        work.afterCommit(() => told.push('told'));
        return await plant('told')(work);
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(told).toEqual(['told']);
    expect(warned).toHaveBeenCalledTimes(1);
    expect(planted()).toEqual(expect.arrayContaining(['untold', 'told']));
  });

  it('that fails takes nothing along of the sign-ups beside it', async () => {
    const units = Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        unitOfWork(async (work) => {
          await plant(`beside-${index}`)(work);
          throw new Error('undone');
        }),
      ),
    );
    const people = await testApp.signUpAll('Léa', 'Max', 'Zoé');
    await units;
    expect(dump(testApp.config.dataDir)['user']).toHaveLength(people.length);
    expect(planted().filter((id) => String(id).startsWith('beside-'))).toEqual([]);
  });
});
