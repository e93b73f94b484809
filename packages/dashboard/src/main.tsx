import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { applyPreferences } from './frame/preferences.ts';
import { router } from './frame/router.ts';
import { navigation } from './pages/navigation.ts';
import { loadTexts } from './texts/texts.ts';

await loadTexts();
applyPreferences();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

// The scripts of all pages are small. With them here, a page opens immediately, even while the server is unavailable.
addEventListener('load', () => {
  for (const { to } of navigation) void router.loadRouteChunk(router.routesByPath[to]);
});
