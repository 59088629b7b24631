/** Hours of the day between which nobody is told anything, unless they say otherwise. */
export const usualQuietHours = { quietFrom: 22, quietTo: 8 } as const;
