/** Decision D19: what falls and what passes. The tests of accounts, passwords and resets have a word of each kind at their endpoints. */
import { describe, expect, it } from 'vitest';
import { isEasyPassword } from './easy-passwords.ts';

const owner = { username: 'Nouvelle', email: 'nouvelle@example.org' };
const isEasy = (password: string) => isEasyPassword(password, owner);

const separator = ' · ';
const listed = (lines: readonly string[]) => lines.flatMap((line) => line.split(separator));

/** What French people choose: words, names, pet names, teams, dates, rows of keys, and their usual disguises. */
const guessed = listed([
  'aaaaaa · abcdef · motdepasse · azerty123 · jetaime · doudou · coucou · princesse · amour1 · oulala · 123456 · 123456789',
  '111111 · 000000 · 987654321 · 654321 · 121212 · 112233 · 123123 · 12345678910 · azerty · azertyuiop · azerty1 · azerty12',
  'qsdfghjklm · wxcvbn · wxcvbn123 · aqwzsx · aqwzsxedc · azeqsd · azeqsdwxc · a1z2e3r4 · a1z2e3r4t5 · 1a2z3e4r · qwerty',
  'qwertyuiop · qwerty123 · 1q2w3e4r · aqwxsz · poiuytreza · mlkjhgfdsq · password · password1 · p@ssw0rd · P@ssword1',
  'passw0rd · motdepasse1 · motdepasse123 · MotDePasse · Motdepasse1 · m0td3p4ss3 · m0tdepasse · mot2passe · mdp123',
  'mdpmdp · secret · secret1 · admin123 · bienvenue · bienvenue1 · Bienvenue2024 · bonjour · bonjour1 · bonjour123',
  'Bonjour! · salut · salutsalut · bonsoir · soleil · soleil1 · soleil123 · Soleil13 · soleil2024 · Soleil2024! · soleil75',
  'chocolat · Chocolat1 · nutella · loulou · loulou1 · loulou69 · loulou123 · louloute · doudou1 · doudou123 · doudou2020',
  'chouchou · chouchou1 · nounours · nounours1 · bisous · bisous1 · bisounours · choupette · choupinette · minouche',
  'titine · poupette · pupuce · mamour · monamour · monamour1 · moncoeur · monange · monbebe · jetaime1 · jetaime123',
  'jetaime2 · jeteaime · jetadore · jtaime · amour · amour123 · amour2023 · amoureuse · toujours · tendresse · bebe123',
  'cherie · cheri1 · coeur1 · coucou1 · coucou123 · coucou12 · coucou! · princesse1 · Princesse75 · prince123 · licorne',
  'licorne1 · papillon · papillon1 · dauphin · chaton · minette · minou123 · lapinou · marseille · marseille13 · Marseille1',
  'paris75 · paris2024 · parisien · france98 · france2018 · psg2024 · olympique · zidane10 · zinedine · mbappe10 · ronaldo7',
  'football · basket · tennis · julien · nicolas · nicolas1 · camille · camille1998 · Camille2001 · juliette · Juliette2015',
  'thomas123 · thomas75 · maxime · maxime01 · alexandre · sophie · sophie1985 · laurent · isabelle · celine · francois',
  'françois · Élodie · elodie1 · benjamin · caroline1 · marie123 · jeanpierre · jean-pierre · pierre1 · dupont · martin1',
  'lefebvre · famille · maison1 · maman123 · mamanpapa · papamaman · papa123 · vacances · été2024 · ete2024 · hiver2023',
  'janvier · février · fevrier2 · 01011990 · 14071789 · 14/07/1990 · 25121980 · 19851985 · 20202020 · pokemon · pikachu',
  'starwars · superman · batman123 · naruto · dragonball · minecraft · fortnite · doraemon · abc123 · abcabc · abcd1234',
  'abcdefgh · zyxwvu · aaaaaaaa · aaabbb · ababab · !!!!!! · ...... · azerazer · qsdqsd · lalala · blabla · tototo',
  'toto123 · titi123 · test123 · testtest · iloveyou · i love you · love123 · sunshine · letmein · dragon · monkey1',
  'ouiouinon · nonnon · ouioui · ou la la · oulala1 · Oulala! · oulala123 · OULALA2024 · ohlala · jeudi12 · vendredi13',
  'moncœur · Moncœur1 · petitesœur · lundi1 · bleu123 · rouge1 · violette · noisette · caramel1 · tagada · fraise1 · cerise12',
]);

/** Phrases of three or four words, and characters at random. */
const sound = listed([
  'orage violet 42 · orage violet 43 · marée basse 17 · marée haute 18 · autre chose 99 · premier choix 1 · second choix 2',
  'tour de manège 3 · k7#xQ2pz · xkqvzwtr · T4m!vWq9 · nq8vJw3r · Zx7!qvLp · gtrmwzpk · 9fKd2LxQ · bV5-hj!x · w3RqLm7Z',
  'h8vzTq2d · P%7mzKw4 · jx4vNw9q · chat noir rue · cheval agrafe pile correct · lune rideau citron · girafe valise tempête',
  'pommepoireabricot · vélo lampe nuage · le chat dort sur le piano · trois petits pains chauds · mon oncle aime la pluie',
  'brume tapis oiseau · cactus bougie plage · Bonheur-74-lampe · Soleil4z!kp-Quai9 · papier.moulin.ruche',
  'tartine_volcan_violon · canard-boussole-neige · il neige à Brest en août · demain je repeins la cuisine',
  'café crème et tarte tatin · ruisseau/échelle/marmotte · Le train de 8h47 est en retard · mes 3 voisins jouent du tuba',
  "xkqvzw · 7Hq#vz · пароль-на-море · correcthorsebatterystaple · 9482-7715-3064 · J'ai 2 tortues et 1 poney",
  '6f1d0b9e3a7c42 · Tz9Tz2Wq5 · vive les huîtres de Cancale · nuage-tambour-27 · zèbre grenade orgue · 8jK2mQ',
]);

describe('a password that is easy to guess', () => {
  it('is each of these, two hundred and more', async () => {
    expect(new Set(guessed).size).toBeGreaterThanOrEqual(200);
    const passing: string[] = [];
    for (const password of guessed) if (!(await isEasy(password))) passing.push(password);
    expect(passing).toEqual([]);
  });

  it('is none of these, fifty and more', async () => {
    expect(new Set(sound).size).toBeGreaterThanOrEqual(50);
    const falling: string[] = [];
    for (const password of sound) if (await isEasy(password)) falling.push(password);
    expect(falling).toEqual([]);
  });

  it('is one that is made of its owner: name, address, or a part of either with the usual behind it', async () => {
    const ludivine = { username: 'Ludivinette_Brd', email: 'zorglub.kartoffel@example.org' };
    for (const password of ['ludivinette_brd', 'xxLUDIVINETTE_BRDxx', 'ludivinette1', 'Zorglub12', 'kartoffel!', 'zorglub2024'])
      expect([password, await isEasyPassword(password, ludivine)]).toEqual([password, true]);
    expect(await isEasyPassword('zorglub lampe citron', ludivine)).toBe(false);
  });

  it('is looked at in pieces, so that the longest lets others work meanwhile', async () => {
    await isEasy('orage violet 42');
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await isEasy('@4l3$x0!1|('.repeat(12).slice(0, 128));
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});
