/**
 * What a person may do once a day can be done again after so many milliseconds of the server's clock (decision D69). The days of a board do not matter: its
 * administrator may change their time zone. Twenty hours let a person do it every evening, a little earlier than the evening before.
 */
export const onceADay = 20 * 60 * 60 * 1000;
