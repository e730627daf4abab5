import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether React has taken the component over: false on the server and in the document that it sends. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
