import { getRouteApi } from '@tanstack/react-router';

/** The link of this page, for its parts. */
export const memoriesApi = getRouteApi('/signed-in/memories');
