import { findHomeSectorIndex, sectors } from './sectors.ts';

/** A real project whose name an asset of the synthetic market has. */
export type RealProject = {
  readonly symbol: string;
  /** Id at CoinGecko-compatible providers. */
  readonly id: string;
  readonly name: string;
  /** Ids of further categories of the project. */
  readonly categories: readonly string[];
};

/**
 * Real names by sector, those of larger assets first. The form of an entry is `TICKER|provider
 * id|name`, with further categories after a third bar.
 */
const names: Readonly<Record<string, string>> = {
  'layer-1': `
    SOL|solana|Solana
    XRP|ripple|XRP
    ADA|cardano|Cardano
    TRX|tron|TRON|made-in-china
    AVAX|avalanche-2|Avalanche
    DOT|polkadot|Polkadot
    LTC|litecoin|Litecoin|privacy
    BCH|bitcoin-cash|Bitcoin Cash|made-in-china,privacy
    XLM|stellar|Stellar
    ATOM|cosmos|Cosmos Hub
    NEAR|near|NEAR Protocol|ai
    ALGO|algorand|Algorand
    APT|aptos|Aptos
    SUI|sui|Sui|gaming
    HBAR|hedera-hashgraph|Hedera
    ICP|internet-computer|Internet Computer|ai
    ALEO|aleo|Aleo|privacy
    SEI|sei-network|Sei`,
  'layer-2': `
    POL|polygon-ecosystem-token|Polygon|gaming
    STX|blockstack|Stacks
    OP|optimism|Optimism
    ARB|arbitrum|Arbitrum
    MNT|mantle|Mantle|exchange
    STRK|starknet|Starknet
    ZK|zksync|ZKsync
    METIS|metis-token|Metis
    AZTEC|aztec|Aztec|privacy
    LRC|loopring|Loopring|made-in-china
    SKL|skale|SKALE|gaming,privacy
    CELO|celo|Celo
    MANTA|manta-network|Manta Network|privacy
    TAIKO|taiko|Taiko|made-in-china
    BLAST|blast|Blast
    SCR|scroll|Scroll|made-in-china
    ZKJ|polyhedra-network|Polyhedra Network|privacy
    CTSI|cartesi|Cartesi`,
  meme: `
    DOGE|dogecoin|Dogecoin|layer-1
    SHIB|shiba-inu|Shiba Inu
    PEPE|pepe|Pepe
    FLOKI|floki|FLOKI|gaming
    BONK|bonk|Bonk
    WIF|dogwifcoin|dogwifhat
    BABYDOGE|baby-doge-coin|Baby Doge Coin
    ELON|dogelon-mars|Dogelon Mars
    BRETT|based-brett|Brett
    POPCAT|popcat|Popcat
    MEW|cat-in-a-dogs-world|cat in a dogs world
    MOG|mog-coin|Mog Coin
    BOME|book-of-meme|BOOK OF MEME
    NEIRO|neiro-3|Neiro
    PNUT|peanut-the-squirrel|Peanut the Squirrel
    SPX|spx6900|SPX6900
    APE|apecoin|ApeCoin|gaming
    MEME|memecoin-2|Memecoin`,
  ai: `
    FET|fetch-ai|Artificial Superintelligence Alliance|layer-1
    TAO|bittensor|Bittensor|layer-1
    RENDER|render-token|Render|gaming
    GRT|the-graph|The Graph
    THETA|theta-token|Theta Network|layer-1,gaming
    AKT|akash-network|Akash Network|layer-1
    WLD|worldcoin-wld|Worldcoin
    VIRTUAL|virtual-protocol|Virtuals Protocol|gaming
    NIL|nillion|Nillion|privacy
    AI16Z|ai16z|ai16z|meme
    ARKM|arkham|Arkham
    OCEAN|ocean-protocol|Ocean Protocol|privacy
    TURBO|turbo|Turbo|meme
    GOAT|goatseus-maximus|Goatseus Maximus|meme
    AIXBT|aixbt|aixbt|meme
    FARTCOIN|fartcoin|Fartcoin|meme
    ACT|act-i-the-ai-prophecy|Act I The AI Prophecy|meme
    GLM|golem|Golem`,
  gaming: `
    AXS|axie-infinity|Axie Infinity
    SAND|the-sandbox|The Sandbox
    MANA|decentraland|Decentraland
    IMX|immutable-x|Immutable|layer-2
    GALA|gala|GALA|layer-1
    ENJ|enjincoin|Enjin Coin|layer-1
    FLOW|flow|Flow|layer-1
    WAXP|wax|WAX|layer-1
    RON|ronin|Ronin|layer-2
    BEAM|beam-2|Beam|layer-2
    ILV|illuvium|Illuvium
    PIXEL|pixels|Pixels
    YGG|yield-guild-games|Yield Guild Games
    GMT|stepn|GMT
    MAGIC|magic|Treasure|ai
    NOT|notcoin|Notcoin|meme
    PRIME|echelon-prime|Echelon Prime|ai
    BIGTIME|big-time|Big Time`,
  exchange: `
    BNB|binancecoin|BNB|layer-1,made-in-china
    OKB|okb|OKB|made-in-china,layer-2
    CRO|crypto-com-chain|Cronos|layer-1
    LEO|leo-token|LEO Token
    BGB|bitget-token|Bitget Token|made-in-china
    KCS|kucoin-shares|KuCoin|made-in-china,layer-1
    GT|gatechain-token|Gate|made-in-china,layer-1
    HT|huobi-token|Huobi|made-in-china
    WBT|whitebit|WhiteBIT Coin
    MX|mx-token|MX|made-in-china
    WOO|woo-network|WOO|dl-derivatives
    NEXO|nexo|NEXO
    BMX|bitmart-token|BitMart|made-in-china
    LA|latoken|LATOKEN
    PROB|probit-exchange|Probit Token
    WRX|wazirx|WazirX
    BTSE|btse-token|BTSE Token|made-in-china
    TKO|tokocrypto|Tokocrypto`,
  privacy: `
    XMR|monero|Monero|layer-1
    ZEC|zcash|Zcash|layer-1
    DASH|dash|Dash|layer-1
    ROSE|oasis-network|Oasis|layer-1,ai
    DCR|decred|Decred|layer-1
    SCRT|secret|Secret|layer-1,ai
    MINA|mina-protocol|Mina Protocol|layer-1
    ZEN|zencash|Horizen|layer-2
    ARRR|pirate-chain|Pirate Chain
    XVG|verge|Verge
    FIRO|zcoin|Firo
    NYM|nym|Nym|ai
    KEEP|keep-network|Keep Network|layer-2,dl-bridge
    PHA|pha|Phala Network|ai,made-in-china
    DUSK|dusk-network|Dusk
    RAIL|railgun|Railgun
    AZERO|aleph-zero|Aleph Zero|layer-1
    DERO|dero|Dero`,
  'dl-dexes': `
    UNI|uniswap|Uniswap|exchange
    CAKE|pancakeswap-token|PancakeSwap|exchange,dl-derivatives
    CRV|curve-dao-token|Curve DAO|dl-yield,dl-lending
    SUSHI|sushi|Sushi|exchange
    1INCH|1inch|1inch|exchange
    JUP|jupiter-exchange-solana|Jupiter|dl-derivatives,dl-liquid-staking,dl-lending
    RAY|raydium|Raydium|exchange,dl-derivatives
    BAL|balancer|Balancer|dl-yield
    AERO|aerodrome-finance|Aerodrome Finance|exchange
    VELO|velodrome-finance|Velodrome Finance
    ORCA|orca|Orca|exchange
    OSMO|osmosis|Osmosis|exchange,dl-bridge
    JOE|joe|Trader Joe|dl-lending
    QUICK|quickswap|QuickSwap|dl-derivatives
    KNC|kyber-network-crystal|Kyber Network|exchange
    BNT|bancor|Bancor Network
    ZRX|0x|0x Protocol
    RUNE|thorchain|THORChain|dl-bridge,layer-1`,
  'dl-lending': `
    AAVE|aave|Aave
    COMP|compound-governance-token|Compound
    MKR|maker|Maker|dl-yield
    MORPHO|morpho|Morpho|dl-yield
    JST|just|JUST|made-in-china
    XVS|venus|Venus|made-in-china
    KAVA|kava|Kava|layer-1,dl-liquid-staking
    RDNT|radiant-capital|Radiant Capital|dl-bridge
    SPELL|spell-token|Spell Token|dl-yield,meme
    EUL|euler|Euler
    ALPACA|alpaca-finance|Alpaca Finance|dl-yield
    KMNO|kamino|Kamino|dl-yield,dl-liquid-staking
    BENQI|benqi|BENQI|dl-liquid-staking
    LQTY|liquity|Liquity
    SILO|silo-finance|Silo Finance
    CREAM|cream-2|Cream
    FLUID|instadapp|Fluid|dl-dexes
    SYRUP|syrup|Maple Finance|dl-yield`,
  'dl-derivatives': `
    HYPE|hyperliquid|Hyperliquid|dl-dexes,layer-1,exchange
    DYDX|dydx-chain|dYdX|dl-dexes
    GMX|gmx|GMX|dl-dexes
    SNX|havven|Synthetix|dl-liquid-staking
    INJ|injective-protocol|Injective|dl-dexes,layer-1,dl-bridge
    DRIFT|drift-protocol|Drift|dl-lending
    GNS|gains-network|Gains Network
    PERP|perpetual-protocol|Perpetual Protocol
    LYRA|lyra-finance|Lyra Finance
    HEGIC|hegic|Hegic
    UMA|uma|UMA
    VRTX|vertex-protocol|Vertex|dl-dexes
    APEX|apex-token-2|ApeX|made-in-china
    AEVO|aevo-exchange|Aevo|layer-2
    MCB|mcdex|MUX Protocol|made-in-china
    RBN|ribbon-finance|Ribbon Finance|dl-yield
    LEVEL|level|Level
    DODO|dodo|DODO|dl-dexes,made-in-china`,
  'dl-liquid-staking': `
    LDO|lido-dao|Lido DAO
    RPL|rocket-pool|Rocket Pool
    JTO|jito-governance-token|Jito|dl-yield
    MNDE|marinade|Marinade
    ANKR|ankr|Ankr Network|dl-bridge
    SWISE|stakewise|StakeWise|dl-yield
    STRD|stride|Stride
    SD|stader|Stader
    EIGEN|eigenlayer|EigenCloud|dl-yield
    ETHFI|ether-fi|Ether.fi|dl-yield
    REZ|renzo|Renzo|dl-yield
    PUFFER|puffer-finance|Puffer|dl-yield
    SSV|ssv-network|SSV Network
    BLZE|solblaze|SolBlaze
    FIS|stafi|StaFi|made-in-china,dl-bridge
    BNC|bifrost-native-coin|Bifrost|dl-bridge,made-in-china
    PSTAKE|pstake-finance|pSTAKE Finance
    KINT|kintsugi|Kintsugi|dl-lending,dl-bridge`,
  'dl-yield': `
    PENDLE|pendle|Pendle|dl-derivatives
    CVX|convex-finance|Convex Finance
    YFI|yearn-finance|yearn.finance|dl-liquid-staking
    ENA|ethena|Ethena|dl-derivatives
    FXS|frax-share|Frax|dl-liquid-staking,dl-lending
    BIFI|beefy-finance|Beefy
    AURA|aura-finance|Aura Finance|dl-dexes
    ALCX|alchemix|Alchemix|dl-lending
    BADGER|badger-dao|Badger|dl-bridge
    FARM|harvest-finance|Harvest Finance
    IDLE|idle|IDLE|dl-lending
    PICKLE|pickle-finance|Pickle Finance
    ANGLE|angle-protocol|ANGLE|dl-lending
    QI|qi-dao|QiDao|dl-lending
    TOKE|tokemak|Tokemak|dl-liquid-staking
    USUAL|usual|Usual
    SPA|sperax|Sperax|dl-derivatives,made-in-china
    AUTO|auto|Auto|dl-derivatives`,
  'dl-bridge': `
    LINK|chainlink|Chainlink
    W|wormhole|Wormhole
    ZRO|layerzero|LayerZero
    STG|stargate-finance|Stargate Finance|dl-dexes
    AXL|axelar|Axelar
    SYN|synapse-2|Synapse|dl-dexes,layer-2
    ACX|across-protocol|Across Protocol
    CELR|celer-network|Celer Network|layer-2,made-in-china
    HOP|hop-protocol|Hop Protocol
    MULTI|multichain|Multichain|made-in-china
    ROUTE|router-protocol-2|Router Protocol
    DBR|debridge|deBridge
    POLY|poly-network|Poly Network|made-in-china
    REN|republic-protocol|Ren|made-in-china
    CLEAR|connext|Everclear
    SIS|symbiosis-finance|Symbiosis|dl-dexes
    WAN|wanchain|Wanchain|made-in-china
    ZETA|zetachain|ZetaChain|layer-1`,
};

/** Bitcoin and Ether, which are not in the cycle of the sectors. */
const majors: readonly RealProject[] = [
  { id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin', categories: [] },
  { id: 'ethereum', symbol: 'ETH', name: 'Ethereum', categories: [] },
];

/** The projects of each sector, in the order of `sectors`. */
const projects: readonly (readonly RealProject[])[] = sectors.map(({ id }) =>
  (names[id] ?? '').trim().split('\n').map(parseProject),
);

/** Returns the project whose name an asset has, by its ordinal; undefined for invented names. */
export function findProject(ordinal: number): RealProject | undefined {
  if (ordinal < majors.length) return majors[ordinal];
  const turn = Math.floor(ordinal / sectors.length);
  // Ordinals 0 and 1 are Bitcoin and Ether, so that two sectors have one project less.
  const isAfterMajor = ordinal % sectors.length < majors.length;
  return projects[findHomeSectorIndex(ordinal)]?.[isAfterMajor ? turn - 1 : turn];
}

function parseProject(line: string): RealProject {
  const [symbol = '', id = '', name = '', further = ''] = line.trim().split('|');
  return { symbol, id, name, categories: further === '' ? [] : further.split(',') };
}
