export {
  createListPaginator,
  defaultPageSize,
  type ListPaginator,
  mapNodes,
  maxPageSize,
  suppliedByResolver,
} from './list.ts';
export {
  createNewestFirstPage,
  type NewestFirstRead,
  parseNewestFirstPage,
} from './newest-first.ts';
