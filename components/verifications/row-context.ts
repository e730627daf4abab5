"use client";

import { createContext, useContext } from "react";

/** What a cell has to know of its row: where it leads, and whether Tab comes to it. */
export const RowContext = createContext({ href: "", tabIndex: -1 });

export const useRow = () => useContext(RowContext);
