"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { connectLive, type LiveState } from "#lib/browser/live.ts";
import { concernedKeys } from "#lib/browser/live-invalidation.ts";

const LiveContext = createContext<LiveState>("connecting");

/** Whether news arrive at this moment. */
export const useLiveState = (): LiveState => useContext(LiveContext);

/**
 * Turns live messages into queries asked again (design §4, Live). There is no cursor: a stream that has just opened may
 * have missed anything, so everything shown is asked again.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(
    () =>
      connectLive((news) => {
        if (news.type === "state") return setState(news.state);
        if (news.type === "hello") return void client.invalidateQueries();
        for (const queryKey of concernedKeys(news.messages)) void client.invalidateQueries({ queryKey });
      }),
    [client],
  );
  return <LiveContext value={state}>{children}</LiveContext>;
}
