/** Whether a balancer may send people here. */
export interface Readiness {
  /** From now on nobody new should come: this copy is about to stop. */
  turnAway(): void;
  turnsAway(): boolean;
}

export function createReadiness(): Readiness {
  let away = false;
  return {
    turnAway() {
      away = true;
    },
    turnsAway: () => away,
  };
}
