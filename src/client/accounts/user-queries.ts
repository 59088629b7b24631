import { queryOptions } from '@tanstack/react-query';
import { api } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';

/** Whether a typed name is somebody's: the profile, or `Refused` with `user_not_found`. */
export const userQuery = (username: string) =>
  queryOptions({
    queryKey: queryKeys.user(username),
    queryFn: ({ signal }) => api('GET /api/users/:username', { params: { username }, signal }),
  });
