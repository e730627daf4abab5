import { NotFoundView } from "#components/verification/absent-verification.tsx";

export default function VerificationNotFound() {
  return <NotFoundView />;
}
