import { createContext } from "react";

export const AfterReview = createContext<((id: string) => void) | null>(null);
