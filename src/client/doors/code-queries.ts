import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/api';
import type { CodeId } from '#shared/ids';
import { api, Refused } from '#client/api/api.ts';
import { useCommand } from '#client/ui/command.ts';

/**
 * The codes that the person made, the newest first. No stream tells of them: they are read whenever the list comes into sight. They are not
 * kept on this device: whoever has the address of one, and is of its board, can log by it.
 */
export const codesQuery = queryOptions({
  queryKey: ['account', 'codes'],
  queryFn: async ({ signal }) => (await api('GET /api/codes', { signal })).codes,
  staleTime: 0,
  refetchOnWindowFocus: true,
});

/** What a press does behind an address that the person opened. It is kept: once opened, it opens without a network. */
export const openedCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['opened-code', code],
    queryFn: ({ signal }) => api('GET /api/l/:code', { params: { code }, signal }),
    // Each scan asks: the code may be over, or pointed elsewhere.
    staleTime: 0,
  });

/** The address of a code, as it is printed. */
export function codeAddress(code: string): string {
  return `${location.origin}/l/${code}`;
}

/** Makes a code, or points the one with this id elsewhere. */
export function useSaveCode(codeId: CodeId | null) {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<'POST /api/codes'>) =>
      codeId === null ? api('POST /api/codes', { body }) : api('PUT /api/codes/:codeId', { params: { codeId }, body }),
    onSuccess: (saved) => {
      // A list that could not be read stays unread: this one alone would pass for all of them.
      client.setQueryData(
        codesQuery.queryKey,
        (codes) => codes && (codeId === null ? [saved, ...codes] : codes.map((one) => (one.id === codeId ? saved : one))),
      );
    },
    // After a refusal too: a code may be gone, or its board.
    onSettled: () => client.invalidateQueries({ queryKey: codesQuery.queryKey }),
  });
}

export function useEndCode() {
  const client = useQueryClient();
  return useCommand({
    mutationFn: (codeId: CodeId) =>
      api('DELETE /api/codes/:codeId', { params: { codeId } }).catch((error: unknown) => {
        // One that was ended elsewhere has ended, as was asked.
        if (!(error instanceof Refused && error.code === 'code_not_found')) throw error;
      }),
    onSuccess: (_, codeId) => {
      client.setQueryData(codesQuery.queryKey, (codes) => codes?.filter(({ id }) => id !== codeId));
    },
    onSettled: () => client.invalidateQueries({ queryKey: codesQuery.queryKey }),
  });
}
