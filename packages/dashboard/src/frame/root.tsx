import { Outlet } from '@tanstack/react-router';
import { ToastRegion } from '../parts/toast-region.tsx';

/** What all pages have, with an account and without one: a message outlives the page that it came from. */
export function Root() {
  return (
    <>
      <Outlet />
      <ToastRegion />
    </>
  );
}
