import { describe, expect, it } from 'vitest';
import { addressAdvice, ownAddress } from './address-advice.ts';

const own = ['192.168.1.12', 'fd00::12'];
const said = (host: string, origin?: string, trustProxy = false) => addressAdvice({ host, origin, trustProxy }, 3000, own).join('\n');

describe('the advice on addresses', () => {
  it('says that only this machine is served, and what plain http lacks', () => {
    expect(said('localhost')).toMatch(/^Seulement sur cette machine\. .*HOST=0\.0\.0\.0 npm start\.\nEn http, il manque .*hors ligne/);
  });

  it('names the addresses by which the phones of the house come', () => {
    expect(said('0.0.0.0')).toMatch(/^Sur ce réseau : http:\/\/192\.168\.1\.12:3000\nEn http/);
    expect(said('::')).toMatch(/^Sur ce réseau : http:\/\/192\.168\.1\.12:3000\nSur ce réseau : http:\/\/\[fd00::12\]:3000\nEn http/);
    expect(said('fd00::12')).toMatch(/^Sur ce réseau : http:\/\/\[fd00::12\]:3000\nEn http/);
  });

  it('names an ORIGIN of this machine with another port', () => {
    expect(said('0.0.0.0', 'http://192.168.1.12')).toMatch(/^ORIGIN nomme le port 80, et le serveur écoute sur le port 3000/);
    expect(said('localhost', 'http://localhost:3001')).toMatch(/^ORIGIN nomme le port 3001/);
    expect(said('localhost', 'http://localhost:3000')).toBe('');
  });

  it('knows an ORIGIN of IPv6 as one of this machine', () => {
    expect(said('::', 'http://[fd00::12]:3001')).toMatch(/^ORIGIN nomme le port 3001, et le serveur écoute sur le port 3000/);
    expect(said('::1', 'http://[::1]')).toMatch(/^ORIGIN nomme le port 80/);
    expect(said('::1', 'http://[::1]:3000')).toBe('');
  });

  it.each([
    ['localhost', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://localhost:3000'],
    ['192.168.1.12', 'http://192.168.1.12:3000'],
    ['fd00::12', 'http://[fd00::12]:3000'],
  ])('says for HOST=%s that the app is open at %s', (host, address) => {
    expect(ownAddress({ host }, 3000)).toBe(address);
  });

  it('says that behind a proxy everybody would count as one address', () => {
    expect(said('localhost', 'https://jeu.example.org')).toMatch(/^ORIGIN est en https sans TRUST_PROXY=true/);
    expect(said('localhost', 'https://jeu.example.org', true)).toBe('');
  });

  it('says what http lacks at another name, too', () => {
    expect(said('localhost', 'http://jeu.maison', true)).toMatch(/^En http/);
  });
});
