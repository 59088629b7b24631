/** What the dialog that logs an action of a board says: it depends on the sign of its points, and on their number. */
export const asksToConfirm = /^On (?:le note|avoue).\?$/;

export const confirms = /^(?:Noter|Avouer) [+−]/;
