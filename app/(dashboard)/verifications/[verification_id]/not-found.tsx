import { NotFoundView } from "#components/verification/not-found-view.tsx";

export default function VerificationNotFound() {
  return <NotFoundView />;
}
