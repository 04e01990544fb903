/** The commonest little words of languages in Latin script: they tell languages apart, and are no terms. */
const lists = {
  en: "the of and to a in that it is was he for on as with his her she at had not be this but from they you we which there been were would what so when if my me him them their said out up one all have do did no then could will about down into back over how or by an who are after before again only where some than your our its i just like now s t didn",
  es: "el la los las de que y a en un una por con no se su para es al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde desde todo nos durante todos uno les ni ese eso ella él había era fue dijo del mi tu si qué nada después antes así aquí allí ahora siempre",
  fr: "le la les de des du un une et à il elle que qui dans en ne pas ce se son sa ses au aux pour par sur avec plus est était je tu nous vous ils elles mais ou où si tout cette ces leur lui été avait sont comme dit même sans bien d l s c n j qu y on fait après avant encore puis toujours rien quand jamais",
  de: "der die das und in den von zu mit sich des auf für ist im dem nicht ein eine als auch es an er sie hat aus bei wie war ich du wir ihr so noch nach einem einer einen am aber um nur wenn was über hatte sein seine ihre ihm ihn uns mir mich dann schon da wo doch immer wieder sagte vor durch bis unter zum zur kein keine",
  pt: "o a os as de que e do da em um uma para com não no na se por mais dos das como mas ao ele ela seu sua ou quando muito nos já eu também só pelo pela até isso entre depois sem mesmo aos seus quem nas me esse eles você essa nem foi era tinha disse ainda à às aqui ali agora lhe está são havia nada tudo sobre",
  it: "il lo la i gli le di che e a in un una per con non si su da del della dei delle al alla nel nella come più ma se ci era ha sono suo sua io tu lui lei noi voi loro anche o quando molto dopo prima poi perché chi dove questo questa quello aveva disse così ancora mai niente tutto essere stato mi ti dal dalla sul sulla ne è",
  nl: "de het een en van ik te dat die in je niet zijn is was op aan met als voor had er maar om hem dan zou of wat mijn men dit zo door over ze zich bij ook tot uit kan heb hij haar wij naar heeft nog toen geen zei werd daar hun waar al",
  pl: "i w nie na się z że do to jest o jak ale po co tak za od go już był była było przez tylko sobie jego jej ja ty on ona my oni czy dla gdy kiedy jeszcze przed bardzo może ich tym ten ta które który powiedział nic tam teraz",
  sv: "och i att det som en på är av för med den till inte han hon var jag ett om men sig så hade de här när vi du nu från ut upp då kan sin vad skulle hans hennes där honom henne sade efter bara över mot ingen",
  tr: "ve bir bu da de için o ne ama gibi daha çok ben sen biz var yok ki mi mı diye kadar sonra önce her şey onun ile olan oldu değil dedi hiç şimdi bana sana ona onu beni seni",
} as const;

export const littleWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([code, words]) => [code, new Set(words.split(" "))]),
);
