import { queryOptions } from '@tanstack/react-query';
import { mnema } from '../../../api/client.ts';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => mnema.webhooks.list({ signal }),
});
