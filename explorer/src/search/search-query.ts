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
    assets(first: 20, filter: { search: $text }) {
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

/** All batches. There are few, and the API does not search in what their creators call them. */
export const searchBatchesQuery = graphql(`
  query SearchBatches {
    batches(first: 100) {
      edges {
        node {
          id
          batchId
          sourceId
          marketCount
          creatorName
          metadata {
            name
          }
        }
      }
    }
  }
`);

/** Wallets that are known here: the players and, on the page of a fund, its largest holders. */
export const searchWalletsQuery = graphql(`
  query SearchWallets($fund: ID!, $hasFund: Boolean!) {
    leaderboard {
      entries(first: 100) {
        edges {
          node {
            portfolio {
              id
              address
            }
          }
        }
      }
    }
    dtf(id: $fund) @include(if: $hasFund) {
      id
      holders(first: 100, orderBy: { field: SHARES }) {
        edges {
          node {
            portfolio {
              id
              address
            }
          }
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
