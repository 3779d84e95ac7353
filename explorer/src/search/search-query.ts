import { graphql } from '../generated/gql.ts';

/** What has a text in its name or ticker, a few of each kind. */
export const searchQuery = graphql(`
  query Search($text: String!) {
    dtfs(first: 6, filter: { search: $text }) {
      edges {
        node {
          id
          itpId
          name
          symbol
        }
      }
    }
    assets(first: 6, filter: { search: $text }) {
      edges {
        node {
          id
          name
          symbol
        }
      }
    }
    markets(first: 6, filter: { search: $text }) {
      edges {
        node {
          id
          marketId
          symbol
          displayName
          sourceId
        }
      }
    }
    sources(first: 6, filter: { search: $text }) {
      edges {
        node {
          id
          sourceId
          name
          category
        }
      }
    }
  }
`);

/** All batches. There are few, and they have no name to search for. */
export const searchBatchesQuery = graphql(`
  query SearchBatches {
    batches(first: 100) {
      edges {
        node {
          id
          batchId
          sourceId
          marketCount
        }
      }
    }
  }
`);

/** The funds of the watchlist, which the search shows before anything is typed. */
export const watchedFundsQuery = graphql(`
  query WatchedFunds($ids: [ID!]!) {
    dtfs(first: 20, filter: { ids: $ids }) {
      edges {
        node {
          id
          itpId
          name
          symbol
        }
      }
    }
  }
`);
