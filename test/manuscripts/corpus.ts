import type { Encoding } from "#domain/manuscript.ts";

/** The beginning of an invented novel, and the encodings in use for its language. */
export type Passage = {
  readonly language: string;
  readonly encodings: readonly Encoding[];
  readonly text: string;
};

export const corpus: readonly Passage[] = [
  {
    language: "English",
    encodings: ["windows-1252"],
    text: "The café was closed. “You are late,” said Ilse, and Marlow didn’t answer her – what could he say? The harbour lay dark below them; somewhere a bell rang, and the naïve young man from the ship’s office began to laugh.\r\n“We’ll see,” she said.\r\n",
  },
  {
    language: "French",
    encodings: ["windows-1252", "iso-8859-15"],
    text: "Il était déjà tard lorsque la vieille dame referma la fenêtre. Son cœur battait très fort. « Où êtes-vous allée ? » demanda le garçon, qui n'avait pas bougé. Elle ne répondit pas ; la forêt, là-bas, brûlait encore.\r\n",
  },
  {
    language: "German",
    encodings: ["windows-1252", "iso-8859-15"],
    text: "Über den Dächern der Stadt hing der Nebel, und in den Gassen hörte man nur die Schritte des Wächters. Jörg schloß die Tür. Er wußte, daß niemand zurückkäme; trotzdem ließ er die Lampe brennen, für die späten Gäste.\r\n",
  },
  {
    language: "Spanish",
    encodings: ["windows-1252", "iso-8859-15"],
    text: "—¿Quién está ahí? —preguntó el niño. Nadie contestó. La señora Muñoz había apagado la lámpara y el corazón le latía como un pájaro. ¡Qué extraño! Mañana, pensó, cuando salga el sol, volverá también mi hermano del océano.\r\n",
  },
  {
    language: "Portuguese",
    encodings: ["windows-1252", "iso-8859-15"],
    text: "A manhã não trouxe notícias. O capitão João subiu até à varanda e olhou o mar; três navios já tinham partido, e ninguém lhe dissera o porquê. Então a irmã, que não dormira, abriu o portão e chamou os cães.\r\n",
  },
  {
    language: "Italian",
    encodings: ["windows-1252"],
    text: "Perché non è tornato? La città era già buia e più nessuno camminava lungo il fiume. Così disse la nonna, e spense il lume. Lunedì, pensò il ragazzo, andrò laggiù da solo; ciò che è stato non sarà più.\r\n",
  },
  {
    language: "Swedish",
    encodings: ["windows-1252"],
    text: "När våren äntligen kom till ön låg isen ännu kvar i viken. Åke gick ned till sjön och såg på båtarna. Där, mellan två stenar, hade någon lämnat en nyckel; den var för stor för hans egen dörr, och ändå tog han den.\r\n",
  },
  {
    language: "Danish",
    encodings: ["windows-1252"],
    text: "Den gamle mand på øen havde tændt sit lys før natten kom. Ærlig talt vidste han ikke, hvad han skulle gøre. Der lå et brev på bordet, og på brevet stod hans søns navn; blækket var løbet ud, så han måtte gætte resten.\r\n",
  },
  {
    language: "Icelandic",
    encodings: ["windows-1252"],
    text: "Það var orðið áliðið þegar hún kom að bænum. Enginn var úti, og ljósið í glugganum hafði slokknað. Hún þekkti þó röddina sem heyrðist úr myrkrinu: það var bróðir hennar, sem allir höfðu talið dáinn síðan í fyrra.\r\n",
  },
  {
    language: "Polish",
    encodings: ["windows-1250", "iso-8859-2"],
    text: "Późnym wieczorem ktoś zapukał do drzwi. Babcia odłożyła książkę i zgasiła świecę. „Nie otwieraj”, szepnęła, ale chłopiec już wstał. Za progiem leżał śnieg, a na śniegu ślady, które prowadziły prosto do ich małej łodzi.\r\n",
  },
  {
    language: "Czech",
    encodings: ["windows-1250", "iso-8859-2"],
    text: "Když přišel večer, starý hodinář zavřel dílnu a vyšel na náměstí. Příběh, který mu včera vyprávěla neznámá žena, ho nepřestával děsit. Věděl, že už nikdy neuslyší tikání těch hodin, aniž by myslel na její bílé šaty.\r\n",
  },
  {
    language: "Slovak",
    encodings: ["windows-1250"],
    text: "Na konci dediny stál mlyn, ktorý už dávno nikto nepoužíval. Deti sa ho báli, lebo vraj v ňom žila stará žena s vlčími očami. Keď však prišla veľká voda, práve mlyn zachránil všetkých ľudí, čo sa doň stihli ukryť.\r\n",
  },
  {
    language: "Hungarian",
    encodings: ["windows-1250", "iso-8859-2"],
    text: "Az őszi eső három napja esett már, amikor a postás végre megérkezett. Csöndben letette a levelet, és elindult visszafelé a sötétbe. Az öregasszony sokáig nézte a borítékot; tudta, kitől jött, és félt, hogy mit írhat a fiú.\r\n",
  },
  {
    language: "Hungarian with an ellipsis",
    encodings: ["windows-1250"],
    text: "Édesapám azt kérdi, jön-e vasárnap a néni, mert hűvös szél fújt a víz fölött, és a füst a tető alá szorult… Az öregasszony bólintott, letette a kosarat az ajtó elé, és a kút mögött eltűnő fiú után nézett. Tudta, hogy nem várhat tovább: még az éjjel elő kell készülnie az útra, különben sűrű köd ül a hegyekre, és senki sem kíséri át őket a túlsó völgybe.\r\n",
  },
  {
    language: "Hungarian in plain ASCII quotation marks",
    encodings: ["iso-8859-2"],
    text: '- Jó napot, néni - mondta a fiú, és letette a kosarat az ajtó elé. - Édesapám küldte a halat; azt kérdi, jön-e vasárnap. "Már megint a csónak" - gondolta az öregasszony, de csak bólintott. A ház mögött hűvös szél fújt, és a füst a víz fölé szállt.\r\n',
  },
  {
    language: "Romanian",
    encodings: ["windows-1250", "iso-8859-2"],
    text: "În noaptea aceea, bătrânul pescar a ieşit din casă fără să aprindă lumânarea. Marea era liniştită şi întunecată. Nu ştia încă ce îl aşteaptă, dar simţea că viaţa lui se va schimba înainte de răsărit.\r\n",
  },
  {
    language: "Romanian with commas below",
    encodings: ["iso-8859-16"],
    text: "În noaptea aceea, bătrânul pescar a ieșit din casă fără să aprindă lumânarea. Marea era liniștită și întunecată. Nu știa încă ce îl așteaptă, dar simțea că viața lui se va schimba înainte de răsărit.\r\n",
  },
  {
    language: "Croatian",
    encodings: ["windows-1250", "iso-8859-2"],
    text: "Još je bio mrak kad je ribar izišao iz kuće. Čuo je kako more udara o stijene i znao da će dan biti težak. Kći mu je ostavila kruh na stolu, i malu poruku: „Čekaj me, oče, vraćam se večeras, čim završim posao”.\r\n".replaceAll(
      /[„”]/gu,
      '"',
    ),
  },
  {
    language: "Turkish",
    encodings: ["windows-1254"],
    text: "Güneş doğmadan önce balıkçı kıyıya indi. Kayığın yanında bir çocuk oturuyordu; ıslak saçları alnına yapışmıştı. “Beni de götürür müsün?” diye sordu. Yaşlı adam gülümsedi, ağları topladı ve hiçbir şey söylemedi.\r\n",
  },
  {
    language: "Lithuanian",
    encodings: ["windows-1257", "iso-8859-13"],
    text: "Šiandien senelis vėl išėjo į mišką, nors žinojo, kad grįžti nebegalės. Jis paliko ant stalo raktą ir laišką, kurį rašė visą naktį. Mergaitė jį rado tik vakare, kai už langų jau buvo tamsu ir šalta; ji viską suprato iš karto.\r\n",
  },
  {
    language: "Latvian",
    encodings: ["windows-1257", "iso-8859-13"],
    text: "Vecā māja stāvēja ezera krastā, un tajā neviens vairs nedzīvoja. Bērni stāstīja, ka naktīs pa logiem redzama gaisma. Kādu vakaru Jānis paņēma laternu un gāja turp viens; viņš gribēja zināt, kas šķir dzīvos no mirušajiem.\r\n",
  },
  {
    language: "Italian with acute accents",
    encodings: ["windows-1252"],
    text: "Non aveva piú nulla da dire; cosí restò muta, e guardò laggiú il mare. Di lassú la virtú dei padri pareva cosa perduta. Tornò piú tardi, quando il fanal del porto già ardeva, e lí sedette fino al mattino.\n",
  },
  {
    language: "Estonian",
    encodings: ["windows-1257", "iso-8859-15"],
    text: "Õhtul, kui tuul oli vaibunud, läks tüdruk mööda rannateed küla poole. Ta mõtles vennale, keda polnud nähtud jaanipäevast saadik. Mere kohal põles üksik tähtede rida; žurnalist, kes teda järgis, jäi põõsaste vahele.\r\n",
  },
  {
    language: "Vietnamese",
    encodings: ["windows-1258"],
    text: decomposed(
      "Trời vừa tối thì ông lão đẩy thuyền ra giữa sông. Không ai biết ông đi đâu, chỉ có đứa cháu nhỏ đứng trên bờ nhìn theo ngọn đèn leo lét. Đêm ấy nước lên rất nhanh, và người làng không ai ngủ được vì tiếng trống.\r\n",
    ),
  },
  {
    language: "Esperanto",
    encodings: ["iso-8859-3"],
    text: "Ĉiuvespere la maljuna ĝardenisto aŭskultis la ĵurnalon, kiun lia nepino legis al li. Ŝi ĉiam komencis per la vetero, ĉar ĝi interesis ŝin pli ol la milito. Hodiaŭ tamen ŝia voĉo tremis, kaj li tuj aŭdis tion.\r\n",
  },
  {
    language: "Welsh",
    encodings: ["iso-8859-14"],
    text: "Yr oedd y tŷ yn wag pan ddaeth y gŵr yn ôl. Nid oedd sŵn dŵr yn y gegin na thân ar yr aelwyd, a’r ŵyn wedi mynd o’r cae. “Pwy sydd yma?” gofynnodd, a’i lais fel bŵ yn y nos; ac ni atebodd neb o’r llŷn ef.\r\n".replaceAll(
      /[“”’]/gu,
      "'",
    ),
  },
  {
    language: "Russian",
    encodings: ["windows-1251", "koi8-r", "iso-8859-5"],
    text: "Поздно вечером в дверь постучали. Старуха отложила вязание и прислушалась: за окном шумел дождь, и больше ничего не было слышно. Она знала, что сын не вернётся, но всё же встала и пошла открывать, держа свечу в руке.\r\n",
  },
  {
    language: "Ukrainian",
    encodings: ["windows-1251", "koi8-u"],
    text: "Пізно ввечері хтось постукав у двері. Бабуся відклала книжку і прислухалася: за вікном шумів дощ, і більше нічого не було чути. Вона знала, що її син не повернеться, та все ж підвелася й пішла відчиняти зі свічкою.\r\n",
  },
  {
    language: "Bulgarian",
    encodings: ["windows-1251"],
    text: "Късно вечерта някой почука на вратата. Старицата остави плетивото и се ослуша: навън валеше дъжд и друго не се чуваше. Тя знаеше, че синът ѝ няма да се върне, но все пак стана и тръгна да отвори със свещ в ръка.\r\n".replaceAll(
      "ѝ",
      "й",
    ),
  },
  {
    language: "Serbian",
    encodings: ["windows-1251", "iso-8859-5"],
    text: "Касно увече неко је закуцао на врата. Старица је оставила плетиво и ослушнула: напољу је падала киша и ништа друго није се чуло. Знала је да јој се син неће вратити, али је ипак устала и пошла са свећом да отвори.\r\n",
  },
  {
    language: "Greek",
    encodings: ["windows-1253", "iso-8859-7"],
    text: "Αργά το βράδυ κάποιος χτύπησε την πόρτα. Η γριά άφησε το πλεκτό της και αφουγκράστηκε: έξω έβρεχε και τίποτε άλλο δεν ακουγόταν. Ήξερε πως ο γιος της δεν θα γυρνούσε, μα σηκώθηκε και πήγε να ανοίξει με το κερί στο χέρι.\r\n",
  },
  {
    language: "Hebrew",
    encodings: ["windows-1255", "iso-8859-8"],
    text: "בשעת ערב מאוחרת דפק מישהו בדלת. הזקנה הניחה את הסריגה והקשיבה: בחוץ ירד גשם ולא נשמע דבר מלבדו. היא ידעה שבנה לא ישוב עוד, ובכל זאת קמה והלכה לפתוח כשנר בידה. איש לא עמד על הסף.\r\n",
  },
  {
    language: "Arabic",
    encodings: ["windows-1256", "iso-8859-6"],
    text: "في ساعة متأخرة من المساء طرق أحدهم الباب. وضعت العجوز ما في يدها وأصغت: كان المطر يهطل في الخارج ولم يكن يسمع شيء سواه. كانت تعلم أن ابنها لن يعود، ومع ذلك قامت ومضت تفتح الباب وفي يدها شمعة.\r\n",
  },
  {
    language: "Thai",
    encodings: ["windows-874"],
    text: "ค่ำวันนั้นมีคนมาเคาะประตู หญิงชราวางงานถักลงแล้วเงี่ยหูฟัง ข้างนอกมีแต่เสียงฝน ไม่มีเสียงอื่นใดอีก นางรู้ว่าลูกชายจะไม่กลับมา แต่ก็ยังลุกขึ้นถือเทียนเดินไปเปิดประตู และพบว่าไม่มีใครยืนอยู่ตรงนั้นเลย\r\n",
  },
  {
    language: "Japanese",
    encodings: ["shift_jis", "euc-jp", "iso-2022-jp"],
    text: "　夜も更けたころ、誰かが戸を叩いた。老婆は編み物を置いて、耳を澄ました。外では雨が降っているばかりで、ほかには何も聞こえない。息子がもう帰らないことはわかっていたが、それでも立ち上がり、ろうそくを手にして戸口へ向かった。「どなたですか」と彼女は言った。\r\n",
  },
  {
    language: "Japanese in katakana",
    encodings: ["shift_jis", "euc-jp", "iso-2022-jp"],
    text: "第一章　ガラスの街\r\nエレベーターのドアが閉まると、マリアはコートのポケットからカードキーを取り出した。ホテルの最上階、スイートルーム。パーティーはとっくに終わっていて、テーブルにはグラスとシャンパンのボトルだけが残っている。\r\n",
  },
  {
    language: "Simplified Chinese",
    encodings: ["gb18030"],
    text: "　　夜深了，有人来敲门。老太太放下手里的毛线，仔细听着：外面只有雨声，别的什么也听不见。她知道儿子不会再回来了，可她还是站起身，端着蜡烛走过去开门。门外一个人也没有，只有一封信放在台阶上。\r\n",
  },
  {
    language: "Traditional Chinese",
    encodings: ["big5", "gb18030"],
    text: "　　夜深了，有人來敲門。老太太放下手裡的毛線，仔細聽著：外面只有雨聲，別的什麼也聽不見。她知道兒子不會再回來了，可是她還是站起身，端著蠟燭走過去開門。門外一個人也沒有，只有一封信放在臺階上。\r\n",
  },
  {
    language: "Korean",
    encodings: ["euc-kr"],
    text: "밤이 깊었을 때 누군가 문을 두드렸다. 할머니는 뜨개질을 내려놓고 귀를 기울였다. 밖에는 비가 내릴 뿐, 다른 소리는 들리지 않았다. 아들이 다시 돌아오지 않으리라는 것을 알면서도 할머니는 일어나 촛불을 들고 문을 열러 갔다. 햏, 하고 바람이 웃었다.\r\n",
  },
];

/** Writes Vietnamese as Windows does: letters and their hats as one, tones as marks after them. */
function decomposed(text: string): string {
  const tones = /[\u0300\u0301\u0303\u0309\u0323]/gu;
  return Array.from(text)
    .map((letter) => {
      const parts = letter.normalize("NFD");
      const found = parts.match(tones)?.join("") ?? "";
      return parts.replaceAll(tones, "").normalize("NFC") + found;
    })
    .join("");
}
