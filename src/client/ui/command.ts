import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';

type DistributiveOmit<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;

/** A command of a person, and its state. */
export type Command<Data, Variables = void> = DistributiveOmit<UseMutationResult<Data, Error, Variables>, 'mutateAsync'> & {
  /** Like `mutate`, for callers that wait for the reply; null when one is under way and nothing was sent. */
  send: (variables: Variables) => Promise<Data> | null;
};

/**
 * Whatever a person sends goes through it: it is sent once until it is answered, and a press that comes meanwhile does
 * nothing. The state of the component learns of the first press too late for two in one frame.
 */
export function useCommand<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>): Command<Data, Variables> {
  const { mutateAsync, ...mutation } = useMutation(options);
  const isUnderWay = useRef(false);
  // Only once the answer is on the screen: until then the button still says what it said.
  useLayoutEffect(() => {
    if (!mutation.isPending) isUnderWay.current = false;
  });

  return {
    ...mutation,
    mutate: (...given) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutation.mutate(...given);
    },
    send: (variables) => {
      if (isUnderWay.current) return null;
      isUnderWay.current = true;
      return mutateAsync(variables);
    },
    // A command under way cannot be reset.
    reset: () => {
      if (!isUnderWay.current) mutation.reset();
    },
  };
}

/**
 * For a switch, whose second press takes back the first: each is sent, after the answer to the one before, and the last
 * is what stays. `scope` names those that wait for one another.
 */
export function useOrderedCommand<Data, Variables>(
  scope: string,
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  return useMutation({ ...options, scope: { id: scope } });
}
