import { Outlet } from '@tanstack/react-router';
import { ToastRegion } from '../parts/toast-region.tsx';

/** The parts of all pages, with an account and without one. A message stays longer than its page. */
export function Root() {
  return (
    <>
      <Outlet />
      <ToastRegion />
    </>
  );
}
