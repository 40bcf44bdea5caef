/// The characters that names stand for in references (HTML standard, section 13.5).
///
/// All names of Latin, Greek and Cyrillic letters, punctuation, arrows and pictures, those of HTML 4, and those that begin
/// with a name that needs no semicolon; the other mathematical ones are left out, which no description has.
enum NamedCharacter {
    /// The character that a name stands for before a semicolon; nil for an unknown name.
    static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        scalars[String(decoding: name, as: UTF8.self)]
    }

    /// The longest beginning of a text that is a name without a semicolon, too; nil where there is none.
    static func unfinishedName(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        (shortest...longest).reversed().lazy.map { text.prefix($0) }
            .first { unfinished.contains(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether a name stands for two characters before a semicolon, and is left as it is.
    static func isPair(_ name: ArraySlice<UInt8>) -> Bool { pairs.contains(String(decoding: name, as: UTF8.self)) }

    /// Of those names only the ones whose beginning is a name without a semicolon: of others nothing is read anyway.
    private static let pairs = ["notinE", "notindot"]

    private static let scalars: [String: Unicode.Scalar] = {
        var scalars: [String: Unicode.Scalar] = [:]
        for entry in table.split(separator: " ") {
            let parts = entry.split(separator: ":")
            guard parts.count == 2, let value = UInt32(parts[0], radix: 16) else { continue }
            for name in parts[1].split(separator: ",") { scalars[String(name)] = Unicode.Scalar(value) }
        }
        return scalars
    }()

    /// Names that HTML had before semicolons were asked for.
    private static let unfinished = Set(unfinishedNames.split(separator: " ").map(String.init))
    private static let shortest = 2
    private static let longest = 6

    private static let unfinishedNames = """
        AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc \
        Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute \
        aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute \
        ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro \
        middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg \
        sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml
        """

    /// Each character's number, then its names.
    private static let table = """
        9:Tab A:NewLine 21:excl 22:QUOT,quot 23:num 24:dollar 25:percnt 26:AMP,amp 27:apos 28:lpar 29:rpar \
        2A:ast,midast 2B:plus 2C:comma 2E:period 2F:sol 3A:colon 3B:semi 3C:LT,lt 3D:equals 3E:GT,gt 3F:quest \
        40:commat 5B:lsqb,lbrack 5C:bsol 5D:rsqb,rbrack 5E:Hat 5F:lowbar,UnderBar 60:grave,DiacriticalGrave \
        7B:lcub,lbrace 7C:vert,verbar,VerticalLine 7D:rcub,rbrace A0:nbsp,NonBreakingSpace A1:iexcl A2:cent A3:pound \
        A4:curren A5:yen A6:brvbar A7:sect A8:Dot,die,uml,DoubleDot A9:COPY,copy AA:ordf AB:laquo AC:not AD:shy \
        AE:REG,reg,circledR AF:macr,strns B0:deg B1:pm,plusmn,PlusMinus B2:sup2 B3:sup3 B4:acute,DiacriticalAcute \
        B5:micro B6:para B7:middot,CenterDot,centerdot B8:cedil,Cedilla B9:sup1 BA:ordm BB:raquo BC:frac14 \
        BD:half,frac12 BE:frac34 BF:iquest C0:Agrave C1:Aacute C2:Acirc C3:Atilde C4:Auml C5:Aring,angst C6:AElig \
        C7:Ccedil C8:Egrave C9:Eacute CA:Ecirc CB:Euml CC:Igrave CD:Iacute CE:Icirc CF:Iuml D0:ETH D1:Ntilde D2:Ograve \
        D3:Oacute D4:Ocirc D5:Otilde D6:Ouml D7:times D8:Oslash D9:Ugrave DA:Uacute DB:Ucirc DC:Uuml DD:Yacute \
        DE:THORN DF:szlig E0:agrave E1:aacute E2:acirc E3:atilde E4:auml E5:aring E6:aelig E7:ccedil E8:egrave \
        E9:eacute EA:ecirc EB:euml EC:igrave ED:iacute EE:icirc EF:iuml F0:eth F1:ntilde F2:ograve F3:oacute F4:ocirc \
        F5:otilde F6:ouml F7:div,divide F8:oslash F9:ugrave FA:uacute FB:ucirc FC:uuml FD:yacute FE:thorn FF:yuml \
        100:Amacr 101:amacr 102:Abreve 103:abreve 104:Aogon 105:aogon 106:Cacute 107:cacute 108:Ccirc 109:ccirc \
        10A:Cdot 10B:cdot 10C:Ccaron 10D:ccaron 10E:Dcaron 10F:dcaron 110:Dstrok 111:dstrok 112:Emacr 113:emacr \
        116:Edot 117:edot 118:Eogon 119:eogon 11A:Ecaron 11B:ecaron 11C:Gcirc 11D:gcirc 11E:Gbreve 11F:gbreve 120:Gdot \
        121:gdot 122:Gcedil 124:Hcirc 125:hcirc 126:Hstrok 127:hstrok 128:Itilde 129:itilde 12A:Imacr 12B:imacr \
        12E:Iogon 12F:iogon 130:Idot 131:imath,inodot 132:IJlig 133:ijlig 134:Jcirc 135:jcirc 136:Kcedil 137:kcedil \
        138:kgreen 139:Lacute 13A:lacute 13B:Lcedil 13C:lcedil 13D:Lcaron 13E:lcaron 13F:Lmidot 140:lmidot 141:Lstrok \
        142:lstrok 143:Nacute 144:nacute 145:Ncedil 146:ncedil 147:Ncaron 148:ncaron 149:napos 14A:ENG 14B:eng \
        14C:Omacr 14D:omacr 150:Odblac 151:odblac 152:OElig 153:oelig 154:Racute 155:racute 156:Rcedil 157:rcedil \
        158:Rcaron 159:rcaron 15A:Sacute 15B:sacute 15C:Scirc 15D:scirc 15E:Scedil 15F:scedil 160:Scaron 161:scaron \
        162:Tcedil 163:tcedil 164:Tcaron 165:tcaron 166:Tstrok 167:tstrok 168:Utilde 169:utilde 16A:Umacr 16B:umacr \
        16C:Ubreve 16D:ubreve 16E:Uring 16F:uring 170:Udblac 171:udblac 172:Uogon 173:uogon 174:Wcirc 175:wcirc \
        176:Ycirc 177:ycirc 178:Yuml 179:Zacute 17A:zacute 17B:Zdot 17C:zdot 17D:Zcaron 17E:zcaron 192:fnof 1B5:imped \
        1F5:gacute 237:jmath 2C6:circ 2C7:Hacek,caron 2D8:Breve,breve 2D9:dot,DiacriticalDot 2DA:ring 2DB:ogon \
        2DC:tilde,DiacriticalTilde 2DD:dblac,DiacriticalDoubleAcute 311:DownBreve 391:Alpha 392:Beta 393:Gamma \
        394:Delta 395:Epsilon 396:Zeta 397:Eta 398:Theta 399:Iota 39A:Kappa 39B:Lambda 39C:Mu 39D:Nu 39E:Xi \
        39F:Omicron 3A0:Pi 3A1:Rho 3A3:Sigma 3A4:Tau 3A5:Upsilon 3A6:Phi 3A7:Chi 3A8:Psi 3A9:ohm,Omega 3B1:alpha \
        3B2:beta 3B3:gamma 3B4:delta 3B5:epsi,epsilon 3B6:zeta 3B7:eta 3B8:theta 3B9:iota 3BA:kappa 3BB:lambda 3BC:mu \
        3BD:nu 3BE:xi 3BF:omicron 3C0:pi 3C1:rho 3C2:sigmaf,sigmav,varsigma 3C3:sigma 3C4:tau 3C5:upsi,upsilon 3C6:phi \
        3C7:chi 3C8:psi 3C9:omega 3D1:thetav,thetasym,vartheta 3D2:Upsi,upsih 3D5:phiv,varphi,straightphi \
        3D6:piv,varpi 3DC:Gammad 3DD:gammad,digamma 3F0:kappav,varkappa 3F1:rhov,varrho \
        3F5:epsiv,varepsilon,straightepsilon 3F6:bepsi,backepsilon 401:IOcy 402:DJcy 403:GJcy 404:Jukcy 405:DScy \
        406:Iukcy 407:YIcy 408:Jsercy 409:LJcy 40A:NJcy 40B:TSHcy 40C:KJcy 40E:Ubrcy 40F:DZcy 410:Acy 411:Bcy 412:Vcy \
        413:Gcy 414:Dcy 415:IEcy 416:ZHcy 417:Zcy 418:Icy 419:Jcy 41A:Kcy 41B:Lcy 41C:Mcy 41D:Ncy 41E:Ocy 41F:Pcy \
        420:Rcy 421:Scy 422:Tcy 423:Ucy 424:Fcy 425:KHcy 426:TScy 427:CHcy 428:SHcy 429:SHCHcy 42A:HARDcy 42B:Ycy \
        42C:SOFTcy 42D:Ecy 42E:YUcy 42F:YAcy 430:acy 431:bcy 432:vcy 433:gcy 434:dcy 435:iecy 436:zhcy 437:zcy 438:icy \
        439:jcy 43A:kcy 43B:lcy 43C:mcy 43D:ncy 43E:ocy 43F:pcy 440:rcy 441:scy 442:tcy 443:ucy 444:fcy 445:khcy \
        446:tscy 447:chcy 448:shcy 449:shchcy 44A:hardcy 44B:ycy 44C:softcy 44D:ecy 44E:yucy 44F:yacy 451:iocy \
        452:djcy 453:gjcy 454:jukcy 455:dscy 456:iukcy 457:yicy 458:jsercy 459:ljcy 45A:njcy 45B:tshcy 45C:kjcy \
        45E:ubrcy 45F:dzcy 2002:ensp 2003:emsp 2004:emsp13 2005:emsp14 2007:numsp 2008:puncsp 2009:thinsp,ThinSpace \
        200A:hairsp,VeryThinSpace \
        200B:ZeroWidthSpace,NegativeThinSpace,NegativeThickSpace,NegativeMediumSpace,NegativeVeryThinSpace 200C:zwnj \
        200D:zwj 200E:lrm 200F:rlm 2010:dash,hyphen 2013:ndash 2014:mdash 2015:horbar 2016:Vert,Verbar \
        2018:lsquo,OpenCurlyQuote 2019:rsquo,rsquor,CloseCurlyQuote 201A:sbquo,lsquor 201C:ldquo,OpenCurlyDoubleQuote \
        201D:rdquo,rdquor,CloseCurlyDoubleQuote 201E:bdquo,ldquor 2020:dagger 2021:Dagger,ddagger 2022:bull,bullet \
        2025:nldr 2026:mldr,hellip 2030:permil 2031:pertenk 2032:prime 2033:Prime 2034:tprime 2035:bprime,backprime \
        2039:lsaquo 203A:rsaquo 203E:oline,OverBar 2041:caret 2043:hybull 2044:frasl 204F:bsemi 2057:qprime \
        205F:MediumSpace 2060:NoBreak 2061:af,ApplyFunction 2062:it,InvisibleTimes 2063:ic,InvisibleComma 20AC:euro \
        20DB:tdot,TripleDot 20DC:DotDot 2102:complexes 2105:incare 210B:hamilt,HilbertSpace 210C:Poincareplane \
        210D:quaternions 210E:planckh 210F:hbar,hslash,planck,plankv 2110:imagline 2111:Im,image,imagpart \
        2112:lagran,Laplacetrf 2113:ell 2115:naturals 2116:numero 2117:copysr 2118:wp,weierp 2119:primes \
        211A:rationals 211B:realine 211C:Re,real,realpart 211D:reals 211E:rx 2122:TRADE,trade 2124:integers 2127:mho \
        2128:zeetrf 2129:iiota 212C:bernou,Bernoullis 212D:Cayleys 2130:expectation 2131:Fouriertrf \
        2133:phmmat,Mellintrf 2134:order,orderof 2135:aleph,alefsym 2136:beth 2137:gimel 2138:daleth \
        2145:DD,CapitalDifferentialD 2146:dd,DifferentialD 2147:ee,ExponentialE,exponentiale 2148:ii,ImaginaryI \
        2153:frac13 2154:frac23 2155:frac15 2156:frac25 2157:frac35 2158:frac45 2159:frac16 215A:frac56 215B:frac18 \
        215C:frac38 215D:frac58 215E:frac78 2190:larr,slarr,LeftArrow,leftarrow,ShortLeftArrow \
        2191:uarr,UpArrow,uparrow,ShortUpArrow 2192:rarr,srarr,RightArrow,rightarrow,ShortRightArrow \
        2193:darr,DownArrow,downarrow,ShortDownArrow 2194:harr,LeftRightArrow,leftrightarrow \
        2195:varr,UpDownArrow,updownarrow 2196:nwarr,nwarrow,UpperLeftArrow 2197:nearr,nearrow,UpperRightArrow \
        2198:searr,searrow,LowerRightArrow 2199:swarr,swarrow,LowerLeftArrow 219A:nlarr,nleftarrow \
        219B:nrarr,nrightarrow 219D:rarrw,rightsquigarrow 219E:Larr,twoheadleftarrow 219F:Uarr \
        21A0:Rarr,twoheadrightarrow 21A1:Darr 21A2:larrtl,leftarrowtail 21A3:rarrtl,rightarrowtail \
        21A4:mapstoleft,LeftTeeArrow 21A5:mapstoup,UpTeeArrow 21A6:map,mapsto,RightTeeArrow \
        21A7:mapstodown,DownTeeArrow 21A9:larrhk,hookleftarrow 21AA:rarrhk,hookrightarrow 21AB:larrlp,looparrowleft \
        21AC:rarrlp,looparrowright 21AD:harrw,leftrightsquigarrow 21AE:nharr,nleftrightarrow 21B0:Lsh,lsh 21B1:Rsh,rsh \
        21B2:ldsh 21B3:rdsh 21B5:crarr 21B6:cularr,curvearrowleft 21B7:curarr,curvearrowright \
        21BA:olarr,circlearrowleft 21BB:orarr,circlearrowright 21BC:lharu,LeftVector,leftharpoonup \
        21BD:lhard,DownLeftVector,leftharpoondown 21BE:uharr,RightUpVector,upharpoonright \
        21BF:uharl,LeftUpVector,upharpoonleft 21C0:rharu,RightVector,rightharpoonup \
        21C1:rhard,DownRightVector,rightharpoondown 21C2:dharr,RightDownVector,downharpoonright \
        21C3:dharl,LeftDownVector,downharpoonleft 21C4:rlarr,rightleftarrows,RightArrowLeftArrow \
        21C5:udarr,UpArrowDownArrow 21C6:lrarr,leftrightarrows,LeftArrowRightArrow 21C7:llarr,leftleftarrows \
        21C8:uuarr,upuparrows 21C9:rrarr,rightrightarrows 21CA:ddarr,downdownarrows \
        21CB:lrhar,leftrightharpoons,ReverseEquilibrium 21CC:rlhar,Equilibrium,rightleftharpoons 21CD:nlArr,nLeftarrow \
        21CE:nhArr,nLeftrightarrow 21CF:nrArr,nRightarrow 21D0:lArr,Leftarrow,DoubleLeftArrow \
        21D1:uArr,Uparrow,DoubleUpArrow 21D2:rArr,Implies,Rightarrow,DoubleRightArrow \
        21D3:dArr,Downarrow,DoubleDownArrow 21D4:iff,hArr,Leftrightarrow,DoubleLeftRightArrow \
        21D5:vArr,Updownarrow,DoubleUpDownArrow 21D6:nwArr 21D7:neArr 21D8:seArr 21D9:swArr 21DA:lAarr,Lleftarrow \
        21DB:rAarr,Rrightarrow 21DD:zigrarr 21E4:larrb,LeftArrowBar 21E5:rarrb,RightArrowBar \
        21F5:duarr,DownArrowUpArrow 21FD:loarr 21FE:roarr 21FF:hoarr 2200:forall 2202:part 2203:exist 2205:empty \
        2207:nabla 2208:isin 2209:notin,notinva 220B:ni 220C:notni,notniva 220F:prod 2211:sum 2212:minus 2217:lowast \
        221A:radic 221D:prop 221E:infin 2220:ang 2225:parallel 2227:and 2228:or 2229:cap 222A:cup 222B:int 2234:there4 \
        223C:sim 2245:cong 2248:asymp 2260:ne 2261:equiv 2264:le 2265:ge 2273:gtrsim 2277:gtrless 2282:sub 2283:sup \
        2284:nsub 2286:sube 2287:supe 2295:oplus 2297:otimes 22A0:timesb 22A5:perp 22B4:ltrie 22C5:sdot \
        22C7:divideontimes 22C9:ltimes 22CB:lthree 22D6:ltdot 22D7:gtdot,gtrdot 22DB:gtreqless 22F6:notinvc \
        22F7:notinvb 22FD:notnivc 22FE:notnivb 2308:lceil 2309:rceil 230A:lfloor 230B:rfloor 2315:telrec 2316:target \
        2322:frown 2323:smile 23E2:trpezium 2423:blank 24C8:circledS,oS 2500:boxh,HorizontalLine 2502:boxv 250C:boxdr \
        2510:boxdl 2514:boxur 2518:boxul 251C:boxvr 2524:boxvl 252C:boxhd 2534:boxhu 253C:boxvh 2550:boxH 2551:boxV \
        2552:boxdR 2553:boxDr 2554:boxDR 2555:boxdL 2556:boxDl 2557:boxDL 2558:boxuR 2559:boxUr 255A:boxUR 255B:boxuL \
        255C:boxUl 255D:boxUL 255E:boxvR 255F:boxVr 2560:boxVR 2561:boxvL 2562:boxVl 2563:boxVL 2564:boxHd 2565:boxhD \
        2566:boxHD 2567:boxHu 2568:boxhU 2569:boxHU 256A:boxvH 256B:boxVh 256C:boxVH 2580:uhblk 2584:lhblk 2588:block \
        2591:blk14 2592:blk12 2593:blk34 25A1:squ,Square,square 25AA:squf,squarf,blacksquare,FilledVerySmallSquare \
        25AB:EmptyVerySmallSquare 25AD:rect 25AE:marker 25B1:fltns 25B3:xutri,bigtriangleup 25B4:utrif,blacktriangle \
        25B5:utri,triangle 25B8:rtrif,blacktriangleright 25B9:rtri,triangleright 25BD:xdtri,bigtriangledown \
        25BE:dtrif,blacktriangledown 25BF:dtri,triangledown 25C2:ltrif,blacktriangleleft 25C3:ltri,triangleleft \
        25CA:loz,lozenge 25CB:cir 25EC:tridot 25EF:xcirc,bigcirc 25F8:ultri 25F9:urtri 25FA:lltri \
        25FB:EmptySmallSquare 25FC:FilledSmallSquare 2605:starf,bigstar 2606:star 260E:phone 2640:female 2642:male \
        2660:spades,spadesuit 2663:clubs,clubsuit 2665:hearts,heartsuit 2666:diams,diamondsuit 266A:sung 266D:flat \
        266E:natur,natural 266F:sharp 2713:check,checkmark 2717:cross 2720:malt,maltese 2736:sext \
        2758:VerticalSeparator 2772:lbbrk 2773:rbbrk 27C8:bsolhsub 27C9:suphsol 27E6:lobrk,LeftDoubleBracket \
        27E7:robrk,RightDoubleBracket 27E8:lang,langle,LeftAngleBracket 27E9:rang,rangle,RightAngleBracket 27EA:Lang \
        27EB:Rang 27EC:loang 27ED:roang 27F5:xlarr,LongLeftArrow,longleftarrow \
        27F6:xrarr,LongRightArrow,longrightarrow 27F7:xharr,LongLeftRightArrow,longleftrightarrow \
        27F8:xlArr,Longleftarrow,DoubleLongLeftArrow 27F9:xrArr,Longrightarrow,DoubleLongRightArrow \
        27FA:xhArr,Longleftrightarrow,DoubleLongLeftRightArrow 27FC:xmap,longmapsto 27FF:dzigrarr 2976:ltlarr \
        2978:gtrarr 2995:gtlPar 2996:ltrPar 2A30:timesd 2A31:timesbar 2A79:ltcir 2A7A:gtcir 2A7B:ltquest 2A7C:gtquest \
        2A86:gtrapprox 2A8C:gtreqqless 2AA6:ltcc 2AA7:gtcc FB00:fflig FB01:filig FB02:fllig FB03:ffilig FB04:ffllig
        """
}
