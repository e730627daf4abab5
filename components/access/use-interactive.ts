import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False until scripts run: a form sent before that would be sent by the browser itself, not by us. */
export const useInteractive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
